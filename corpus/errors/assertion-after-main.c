// Main has returned when the other thread fails: it is still an error.
// case: => error assertion line=11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int returned;

static void *late(void *unused) {
  (void)unused;
  assert(atomic_load(&returned) == 0); // BUG
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, late, NULL);
  atomic_store(&returned, 1);
  return 0;
}
