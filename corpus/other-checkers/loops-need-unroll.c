// A loop that can go on for ever by failing exchanges needs a bound or ends by itself.
// case: => verified
// case: --unroll 2 => verified
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *t(void *u) {
  int v = atomic_load(&x);
  while (!atomic_compare_exchange_weak(&x, &v, v + 1)) {
  }
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x == 2 ? 0 : 1;
}
