// Inline assembly as old tests have it: fences and locked operations of x86.
// case: => verified
// case: --model tso => verified
#include <assert.h>
#include <pthread.h>
static int x, y, a, b;
static inline void mb(void) {
  __asm__ __volatile__("mfence" ::: "memory");
}
static void *p(void *u) {
  x = 1;
  mb();
  a = y;
  return u;
}
static void *q(void *u) {
  y = 1;
  __asm__ __volatile__("mfence");
  b = x;
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, p, 0);
  pthread_create(&t, 0, q, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a || b);
}
