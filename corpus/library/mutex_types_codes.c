// case: => verified complete=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  int v;
  pthread_mutexattr_init(&a);
  assert(!pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK) &&
         !pthread_mutexattr_gettype(&a, &v) && v == PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &a);
  assert(!pthread_mutex_lock(&m) && pthread_mutex_lock(&m) == EDEADLK &&
         pthread_mutex_trylock(&m) == EBUSY && !pthread_mutex_unlock(&m) &&
         pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_destroy(&m);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  for (int i = 0; i < 3; i++)
    assert(!pthread_mutex_lock(&m));
  assert(!pthread_mutex_trylock(&m));
  for (int i = 0; i < 4; i++)
    assert(!pthread_mutex_unlock(&m));
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_destroy(&m);
  assert(pthread_mutexattr_settype(&a, 77) == EINVAL);
  assert(!pthread_mutexattr_destroy(&a));
  pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                  e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&r);
  pthread_mutex_unlock(&r);
  pthread_mutex_unlock(&r);
  pthread_mutex_lock(&e);
  assert(pthread_mutex_lock(&e) == EDEADLK);
  pthread_mutex_unlock(&e);
}
