// A thread reads its own write while another one writes: three classes under TSO.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", figure 5.
// No parameters.
#include <pthread.h>
#include <stddef.h>

static volatile int x;

static void *p(void *unused) {
  (void)unused;
  x = 1;
  int r = x;
  (void)r;
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  x = 2;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, p, NULL);
  pthread_create(&t2, NULL, q, NULL);
  return 0;
}
