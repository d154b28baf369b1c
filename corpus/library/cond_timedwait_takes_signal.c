// One signal for two waiters. If the one with the time limit gets it, nobody wakes the other one. A broadcast wakes both.
// case: => error deadlock
// case: --model sc => error deadlock
// case: --model tso => error deadlock
// case: -- -DBROADCAST => verified
// case: --model sc -- -DBROADCAST => verified
// case: --model tso -- -DBROADCAST => verified
// case: --model ra => error deadlock
// case: --model ra -- -DBROADCAST => verified
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *timed(void *unused) {
  (void)unused;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 10;
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_timedwait(&condition, &mutex, &deadline);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waiter, NULL);
  pthread_create(&second, NULL, timed, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
#ifdef BROADCAST
  pthread_cond_broadcast(&condition);
#else
  pthread_cond_signal(&condition);
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
