// A consumer that gives up after a second: it may or may not get the item.
// case: => verified
// case: -- -DSURE => error assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int item;
static void *produce(void *u) {
  pthread_mutex_lock(&m);
  item = 5;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  struct timespec d;
  clock_gettime(CLOCK_REALTIME, &d);
  d.tv_sec += 1;
  int r = 0;
  pthread_mutex_lock(&m);
  while (!item && r == 0)
    r = pthread_cond_timedwait(&c, &m, &d);
  assert(r == 0 || r == ETIMEDOUT);
#ifdef SURE
  assert(item == 5);
#endif
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(item == 5);
}
