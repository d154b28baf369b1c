// Two threads set different bits: none is lost, in either order.
// case: => verified complete=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t bits;

static void *set(void *argument) {
  uint8_t mask = (uint8_t)(uintptr_t)argument;
  assert(!(atomic_fetch_or(&bits, mask) & mask));
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, set, (void *)1);
  pthread_create(&t2, NULL, set, (void *)128);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(bits == 129);
  return 0;
}
