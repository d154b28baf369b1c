// Inline assembly of x86 as locks and counters are written with it.
// case: => verified
// case: --model tso => verified
// case: --check races => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static inline unsigned exchange(volatile unsigned *p, unsigned v) {
  __asm__ __volatile__("xchgl %0,%1" : "=r"(v), "+m"(*p) : "0"(v) : "memory");
  return v;
}
static inline void increment(volatile int *p) { asm volatile("lock; incl %0" : "+m"(*p)); }
static inline int fetch_add(volatile int *p, int by) {
  asm volatile("lock xaddl %0, %1" : "+r"(by), "+m"(*p) : : "memory");
  return by;
}
static inline unsigned compare_exchange(volatile unsigned *p, unsigned old, unsigned new) {
  unsigned found;
  asm volatile("lock; cmpxchgl %1,%2" : "=a"(found) : "r"(new), "m"(*p), "0"(old) : "memory");
  return found;
}
static inline int try_set(volatile uint64_t *p, uint64_t old, uint64_t new) {
  uint8_t done;
  asm volatile("lock; cmpxchgq %3, %0; setz %1"
               : "+m"(*p), "=q"(done), "+a"(old)
               : "r"(new)
               : "cc", "memory");
  return done;
}
static inline int put(volatile int *p) {
  unsigned char last;
  asm volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(last) : : "memory");
  return last;
}
static inline void store(volatile int *p, int v) { asm volatile("movl %1, %0" : "=m"(*p) : "r"(v) : "memory"); }
static inline int load(volatile int *p) {
  int v;
  asm volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
  return v;
}

static volatile unsigned lock, owner;
static volatile uint64_t winner;
static volatile int hits, references = 2, ready[2], seen[2];
static int inside, wins, lasts;

static void *worker(void *argument) {
  int me = (int)(long)argument;
  store(&ready[me], 1);
#ifndef BUG
  asm volatile("mfence" ::: "memory");
  while (exchange(&lock, 1))
    asm volatile("pause");
#endif
  seen[me] = load(&ready[1 - me]);
  inside++;
  asm volatile("" ::: "memory");
  store((volatile int *)&lock, 0);
  increment(&hits);
  fetch_add(&hits, 2);
  compare_exchange(&owner, 0, 1 + (unsigned)me);
  if (try_set(&winner, 0, 7))
    __atomic_fetch_add(&wins, 1, __ATOMIC_RELAXED);
  if (put(&references))
    lasts++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, (void *)0);
  pthread_create(&b, 0, worker, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(inside == 2);
  assert(seen[0] || seen[1]);
  assert(hits == 6 && wins == 1 && lasts == 1 && winner == 7);
  assert(owner == 1 || owner == 2);
}
