// The flag is tested outside of the mutex: the signal can come between test and wait.
// case: => error deadlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *signaller(void *unused) {
  (void)unused;
  atomic_store(&ready, 1);
  pthread_cond_signal(&changed);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, signaller, NULL);
  pthread_mutex_lock(&m);
  if (!atomic_load(&ready))
    pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
