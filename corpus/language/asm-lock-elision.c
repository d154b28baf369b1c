// Locks with the prefixes that hint at hardware transactions, by name and as bytes: they are locks like others.
// case: => verified
// case: -- -DBYTES => verified
// case: --model tso -- -DBYTES => verified
// case: --model pso => verified
// case: --model ra => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
static volatile char lock;
static int counter;
static void acquire(void) {
  char old = 1;
#ifdef BUG
  __asm__ volatile("movb %0, %1" : "+q"(old), "+m"(lock) : : "memory");
#elif defined BYTES
  do {
    old = 1;
    __asm__ volatile(".byte 0xf2; lock; xchgb %0, %1" : "+q"(old), "+m"(lock) : : "memory");
  } while (old);
#else
  do {
    old = 1;
    __asm__ volatile("xacquire lock xchgb %b0, %1" : "+q"(old), "+m"(lock) : : "memory");
  } while (old);
#endif
}
static void release(void) {
#ifdef BYTES
  __asm__ volatile(".byte 0xf3; movb $0, %0" : "+m"(lock) : : "memory");
#else
  __asm__ volatile("xrelease; movb %1, %0" : "=m"(lock) : "i"(0) : "memory");
#endif
}
static void *body(void *unused) {
  acquire();
  counter++;
  release();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  body(NULL);
  pthread_join(thread, NULL);
  acquire();
  assert(counter == 2);
}
