// rwlocks with attributes, timed and tried; a writer-preferring kind.
// case: => verified
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
pthread_rwlock_t l; int v;
void *w(void *_) {
  struct timespec ts; clock_gettime(CLOCK_REALTIME, &ts); ts.tv_sec += 1;
  int r = pthread_rwlock_timedwrlock(&l, &ts);
  assert(r == 0 || r == ETIMEDOUT);
  if (!r) { v++; pthread_rwlock_unlock(&l); }
  return (void *)(long)r;
}
int main(void) {
  pthread_rwlockattr_t a; pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&l, &a); pthread_rwlockattr_destroy(&a);
  pthread_t t; void *r;
  pthread_create(&t, 0, w, 0);
  int k = pthread_rwlock_tryrdlock(&l);
  assert(k == 0 || k == EBUSY);
  if (!k) { int x = v; assert(x == v); pthread_rwlock_unlock(&l); }
  pthread_join(t, &r);
  assert(v == (r == 0));
  pthread_rwlock_destroy(&l);
}
