// A mutex is locked after it was destroyed.
// case: => error mutex-misuse
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
  pthread_mutex_init(&m, NULL);
  pthread_mutex_destroy(&m);
  pthread_mutex_lock(&m);
  return 0;
}
