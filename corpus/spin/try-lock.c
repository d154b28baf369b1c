// A loop that does nothing but try to get the mutex waits for it.
// case: => verified complete=2 blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *t(void *u) {
  while (pthread_mutex_trylock(&m) != 0)
    ;
  n++;
  pthread_mutex_unlock(&m);
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
}
