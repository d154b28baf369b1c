// Workers take numbered jobs from a shared counter; every job is done once.
// case: => verified
#include <assert.h>
#include <pthread.h>

#define JOBS 3

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int next, done[JOBS];

static void *work(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&m);
    int job = next++;
    pthread_mutex_unlock(&m);
    if (job >= JOBS)
      return NULL;
    done[job]++;
  }
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  for (int i = 0; i < JOBS; i++)
    assert(done[i] == 1);
  return 0;
}
