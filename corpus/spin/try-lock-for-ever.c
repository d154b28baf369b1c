// Nobody gives the mutex back that a thread tries to get.
// case: => error deadlock
// case: --model tso => error deadlock
// case: --model pso => error deadlock
// case: --model ra => error deadlock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *u) {
  while (pthread_mutex_trylock(&m))
    ;
  return u;
}
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&m);
  pthread_create(&a, 0, t, 0);
  pthread_join(a, 0);
}
