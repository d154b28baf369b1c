// A mutex is destroyed while another thread may hold it.
// case: => error mutex-misuse
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&m, NULL);
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_destroy(&m);
  pthread_join(t, NULL);
  return 0;
}
