// A barrier for three that only two threads reach.
// case: => error deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *unused) {
  (void)unused;
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
