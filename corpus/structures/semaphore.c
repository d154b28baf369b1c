// A semaphore from a mutex and a condition variable. The bug: a waiter tests only once.
// case: => verified
// case: -- -DBUG => error assertion
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t positive = PTHREAD_COND_INITIALIZER;
static int value;

static void up(void) {
  pthread_mutex_lock(&m);
  value++;
  pthread_cond_signal(&positive);
  pthread_mutex_unlock(&m);
}

static void down(void) {
  pthread_mutex_lock(&m);
#ifdef BUG
  if (value == 0)
#else
  while (value == 0)
#endif
    pthread_cond_wait(&positive, &m);
  value--;
  assert(value >= 0);
  pthread_mutex_unlock(&m);
}

static void *user(void *unused) {
  (void)unused;
  down();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, user, NULL);
  pthread_create(&t2, NULL, user, NULL);
  up();
  up();
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
