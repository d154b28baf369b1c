// A loop that counts its failures is no wait: it may give up.
// case: => error assertion
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model ra => error assertion
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *t(void *u) {
  int tries = 0;
  while (pthread_mutex_trylock(&m) != 0) {
    if (++tries == 2)
      return u;
  }
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
