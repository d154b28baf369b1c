// Exactly one thread gets PTHREAD_BARRIER_SERIAL_THREAD in each round.
// case: => verified
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_barrier_t b;
static atomic_int serial;
static void *t(void *a) {
  for (int i = 0; i < 2; i++) {
    int r = pthread_barrier_wait(&b);
    assert(r == 0 || r == PTHREAD_BARRIER_SERIAL_THREAD);
    if (r)
      serial++;
  }
  return a;
}
int main(void) {
  pthread_barrier_init(&b, 0, 2);
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  t(0);
  pthread_join(x, 0);
  assert(serial == 2);
  pthread_barrier_destroy(&b);
}
