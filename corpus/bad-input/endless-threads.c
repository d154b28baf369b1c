// Threads that start threads for ever.
// case: --timeout 10 => inconclusive
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
