// A locked instruction of x86 orders every access before it with every access behind it, its own among them.
// A sequentially consistent read-modify-write of the language promises less: beside relaxed accesses it is no fence.
// So locks that are written with assembly need no fence between their exchange and the look at the other side.
// case: --model c11 => verified
// case: --model ra => verified
// case: --model tso => verified
// case: --check races --model sc => verified
// case: --model c11 -- -DLANGUAGE => error data-race
// case: --model tso -- -DLANGUAGE => verified
// case: --model c11 -- -DPLAIN => error data-race
// case: --model tso --check races -- -DPLAIN => error data-race
#include <pthread.h>

static volatile unsigned writer, readers;
static int data;

static unsigned exchange(volatile unsigned *p, unsigned v) {
#ifdef LANGUAGE
  return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);
#elif defined PLAIN
  unsigned old;
  __asm__ __volatile__("movl %2, %0; movl %1, %2" : "=&r"(old) : "r"(v), "m"(*p) : "memory");
  return old;
#else
  __asm__ __volatile__("xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
#endif
}

static void increment(volatile unsigned *p) {
#ifdef LANGUAGE
  __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);
#else
  __asm__ __volatile__("lock incl %0" : "+m"(*p) : : "memory");
#endif
}

static unsigned look(volatile unsigned *p) {
  unsigned value;
  __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*p) : "memory");
  return value;
}

static void *write_data(void *unused) {
  (void)unused;
  if (exchange(&writer, 1) == 0 && look(&readers) == 0)
    data = 1;
  return NULL;
}

static void *read_data(void *unused) {
  (void)unused;
  increment(&readers);
  if (look(&writer) == 0 && data != 0)
    return unused;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_data, NULL);
  pthread_create(&threads[1], NULL, read_data, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
