// Threads that create threads without end.
// case: --algorithm optimal => inconclusive unsupported
// case: --algorithm rf => inconclusive unsupported
#include <pthread.h>
static void *t(void *a) {
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
  return a;
}
int main(void) {
  t(0);
}
