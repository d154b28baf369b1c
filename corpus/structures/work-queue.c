// A work queue with shutdown. The bug: shutdown changes the flag without the mutex, and a worker oversleeps.
// case: => verified
// case: -- -DBUG => error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work_or_end = PTHREAD_COND_INITIALIZER;
static int jobs, done;
static atomic_int closing;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  for (;;) {
    while (jobs == 0 && !atomic_load(&closing))
      pthread_cond_wait(&work_or_end, &m);
    if (jobs == 0)
      break;
    jobs--;
    done++;
  }
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  jobs++;
  pthread_cond_signal(&work_or_end);
  pthread_mutex_unlock(&m);
#ifdef BUG
  atomic_store(&closing, 1);
  pthread_cond_broadcast(&work_or_end);
#else
  pthread_mutex_lock(&m);
  atomic_store(&closing, 1);
  pthread_cond_broadcast(&work_or_end);
  pthread_mutex_unlock(&m);
#endif
  pthread_join(t, NULL);
  assert(jobs == 0 && done == 1);
  return 0;
}
