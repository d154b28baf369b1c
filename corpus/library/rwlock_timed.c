// Timed and try locks return the codes of POSIX.
// case: => verified
// case: --model ra => verified
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *t(void *a) {
  struct timespec d;
  clock_gettime(CLOCK_REALTIME, &d);
  d.tv_sec++;
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&l, &d) == ETIMEDOUT);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_unlock(&l) == 0);
  return a;
}
int main(void) {
  pthread_t x;
  assert(!pthread_rwlock_rdlock(&l));
  assert(!pthread_rwlock_rdlock(&l));
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
  assert(!pthread_rwlock_wrlock(&l));
  assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
  pthread_rwlock_unlock(&l);
  assert(!pthread_rwlock_destroy(&l));
}
