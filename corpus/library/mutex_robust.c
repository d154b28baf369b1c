// A robust mutex that a thread held at its end: the next one to lock it learns of it and may repair what it protects;
// if it does not, the mutex is lost.
// case: => verified complete=2
// case: --algorithm optimal -- -DLOST => verified complete=2
// case: -- -DWAITS => verified
// case: -- -DIGNORED => error assertion line=68
// case: -- -DSTALLED => error deadlock
// case: --model ra => verified
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int whole = 1, deaths, waiting;

static void *dies(void *unused) {
  int result = pthread_mutex_lock(&lock);
  assert(result == 0);
  whole = 0;
  pthread_cond_signal(&changed);
  return unused;
}

static void *repairs(void *unused) {
  int result = pthread_mutex_lock(&lock);
#ifdef WAITS
  while (result == 0 && whole) {
    waiting = 1;
    result = pthread_cond_wait(&changed, &lock);
  }
#endif
  if (result == EOWNERDEAD) {
    deaths++;
    assert(!whole);
    whole = 1;
#ifndef LOST
    assert(pthread_mutex_consistent(&lock) == 0);
#endif
  } else {
    assert(result == 0);
    assert(pthread_mutex_consistent(&lock) == EINVAL);
  }
  assert(pthread_mutex_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  int robust;
  pthread_mutexattr_init(&attributes);
#ifndef STALLED
  assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutexattr_getrobust(&attributes, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
#endif
  pthread_mutex_init(&lock, &attributes);
  pthread_t first, second;
  pthread_create(&first, NULL, dies, NULL);
  pthread_create(&second, NULL, repairs, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  int result = pthread_mutex_lock(&lock);
#if defined LOST
  assert(deaths ? result == ENOTRECOVERABLE : result == EOWNERDEAD);
  return 0;
#elif defined IGNORED
  assert(result == 0);
#else
  assert(result == (deaths ? 0 : EOWNERDEAD));
#endif
  (void)robust;
  (void)waiting;
}
