// Threads that start threads for ever.
// case: --timeout 10 --algorithm source => inconclusive
// case: --timeout 10 --algorithm sat => inconclusive
// case: --timeout 10 --algorithm rf => inconclusive
#include <pthread.h>

static void *spawn(void *unused) {
  pthread_t t;
  pthread_create(&t, NULL, spawn, unused);
  return NULL;
}

int main(void) {
  spawn(NULL);
  return 0;
}
