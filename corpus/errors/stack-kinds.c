// case: => verified
// case: -- -DENDLESS => error stack-overflow
// case: -- -DTHREAD => error stack-overflow
#include <pthread.h>
static int depth(int n) {
  volatile char pad[64];
  pad[0] = (char)n;
#if defined ENDLESS || defined THREAD
  return depth(n + 1) + pad[0];
#else
  return n == 100 ? pad[0] : depth(n + 1);
#endif
}
static void *t(void *a) {
  depth(0);
  return a;
}
int main(void) {
#ifdef ENDLESS
  depth(0);
#endif
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
}
