// A recursive mutex may be locked again by its owner.
// case: => verified
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int depth;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  depth++;
  pthread_mutex_unlock(&m);
  assert(depth >= 1);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(depth == 2);
  return 0;
}
