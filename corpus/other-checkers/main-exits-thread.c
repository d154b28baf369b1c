// main ends by pthread_exit; the others go on, and their bug is found.
// case: => error assertion line=7
#include <assert.h>
#include <pthread.h>
static int ready;
static void *t(void *a) {
  assert(!ready);
  return a;
}
int main(void) {
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  ready = 1;
  pthread_exit(0);
}
