// threadproof check not-robust.c --model tso --robustness
#include <pthread.h>

volatile int x, y, a, b;

void *first(void *unused) {
  x = 1;
  a = y;
  return 0;
}

void *second(void *unused) {
  y = 1;
  b = x;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
