// A spin lock of pthreads. The bug: one thread uses its own lock.
// case: --check races => verified
// case: --check races -- -DBUG => error data-race
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t locks[2];
static int counter;

static void increment(pthread_spinlock_t *lock) {
  pthread_spin_lock(lock);
  counter++;
  pthread_spin_unlock(lock);
}

static void *work(void *unused) {
  (void)unused;
#ifdef BUG
  increment(&locks[1]);
#else
  increment(&locks[0]);
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&locks[0], PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&locks[1], PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, NULL, work, NULL);
  increment(&locks[0]);
  pthread_join(t, NULL);
  assert(counter == 2);
  return 0;
}
