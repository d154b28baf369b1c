// Two different assertions fail; the search goes on after the first one.
// case: --keep-going => error assertion
// case: => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *first(void *unused) {
  (void)unused;
  assert(atomic_exchange(&x, 1) == 0);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  assert(atomic_exchange(&x, 2) == 0);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  return 0;
}
