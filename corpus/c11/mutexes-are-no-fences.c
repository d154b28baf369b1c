// Store buffering with critical sections between the accesses. Sections of one mutex are ordered, and the later one sees the
// store before the earlier one; sections of two mutexes order nothing, and are no fences either.
// case: --model c11 => verified complete=4
// case: --model c11 -- -DOTHER => error assertion
// case: --model sc -- -DOTHER => verified
// case: --model tso -- -DOTHER => verified
#include "c11.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, another = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int a, b;

static void pass(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
}

static void *left(void *unused) {
  (void)unused;
  store(&x, 1, relaxed);
  pass(&mutex);
  a = load(&y, relaxed);
  return NULL;
}

static void *right(void *unused) {
  (void)unused;
  store(&y, 1, relaxed);
#ifdef OTHER
  pass(&another);
#else
  (void)another;
  pass(&mutex);
#endif
  b = load(&x, relaxed);
  return NULL;
}

int main(void) {
  RUN(left, right);
  assert(a || b);
  return 0;
}
