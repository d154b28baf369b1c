// Multiplication has no instruction: the compiler's compare-exchange loop loses nothing.
// case: => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1;

static void *twice(void *unused) {
  (void)unused;
  x *= 2;
  return NULL;
}

static void *thrice(void *unused) {
  (void)unused;
  x *= 3;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, twice, NULL);
  pthread_create(&t2, NULL, thrice, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(x == 6);
  return 0;
}
