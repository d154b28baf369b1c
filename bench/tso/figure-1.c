// Store buffering: three classes under SC, four under TSO and PSO.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", figure 1.
// No parameters.
#include <pthread.h>
#include <stddef.h>

static volatile int x, y;

static void *p(void *unused) {
  (void)unused;
  x = 1;
  int r = y;
  (void)r;
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  y = 1;
  int r = x;
  (void)r;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, p, NULL);
  pthread_create(&t2, NULL, q, NULL);
  return 0;
}
