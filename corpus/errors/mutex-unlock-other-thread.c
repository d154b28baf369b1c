// A thread unlocks a mutex that another one holds.
// case: => error mutex-misuse
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *intruder(void *unused) {
  (void)unused;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, intruder, NULL);
  pthread_join(t, NULL);
  return 0;
}
