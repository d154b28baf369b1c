// The thread signals while main waits with a time limit: the wait can end with the signal, and without it.
// case: => error assertion line=29
// case: --model sc => error assertion line=29
// case: --model tso => error assertion line=29
// case: --model ra => error assertion line=29
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *signaller(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 10;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, signaller, NULL);
  int result = pthread_cond_timedwait(&condition, &mutex, &deadline);
  assert(result != 0);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
