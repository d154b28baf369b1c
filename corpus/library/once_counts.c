// The routine runs once, and nobody goes on before it has ended.
// case: => verified
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int runs, ready;
static void init(void) {
  runs++;
  ready = 1;
}
static void *t(void *a) {
  pthread_once(&o, init);
  assert(ready == 1);
  return a;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, t, 0);
  pthread_create(&y, 0, t, 0);
  pthread_once(&o, init);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(runs == 1);
}
