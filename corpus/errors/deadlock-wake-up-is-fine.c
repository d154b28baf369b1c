// The classical wait loop under the mutex never misses the signal.
// case: => verified
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *signaller(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, signaller, NULL);
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&changed, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
