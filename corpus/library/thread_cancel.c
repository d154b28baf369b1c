// A thread ends at the first cancellation point after its cancellation; its clean-up handlers run.
// case: --algorithm optimal => verified complete=2
// case: --algorithm source => verified
// case: --algorithm rf => verified complete=2
// case: --model tso --algorithm optimal => verified
// case: --model ra => inconclusive unsupported
// case: -- -DDISABLED => verified complete=2
// case: -- -DTEST => verified complete=2
// case: --algorithm optimal -- -DFORGETS => error deadlock
// case: --algorithm optimal -- -DJOINS => inconclusive unsupported
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned, passed;

static void clean(void *mutex) {
  cleaned++;
#ifndef FORGETS
  pthread_mutex_unlock(mutex);
#else
  (void)mutex;
#endif
}

#if defined TEST
static void *body(void *unused) {
  passed = 1;
  pthread_testcancel();
  passed = 2;
  return unused;
}
#elif defined DISABLED
static void *body(void *unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel();
  passed = 2;
  pthread_setcancelstate(old, NULL);
  sleep(1);
  passed = 3;
  return unused;
}
#elif defined JOINS
static void *other(void *unused) { return unused; }
static void *body(void *unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  return unused;
}
#else
static void *body(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(clean, &lock);
  for (;;)
    pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(1);
  return unused;
}
#endif

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, body, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
#if defined TEST
  assert(result == PTHREAD_CANCELED ? passed == 1 : passed == 2);
#elif defined DISABLED
  assert(result == PTHREAD_CANCELED ? passed == 2 : passed == 3);
#elif !defined JOINS
  assert(result == PTHREAD_CANCELED && cleaned == 1);
  pthread_mutex_lock(&lock);
#endif
}
