// The consumer does not wait for the producer's data.
// case: --check uninitialized => error uninitialized line=17
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *produce(void *argument) {
  atomic_int *cell = argument;
  atomic_store(cell, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  atomic_int *cell = malloc(sizeof *cell);
  pthread_create(&t, NULL, produce, cell);
  int odd = atomic_load(cell) % 2 ? 1 : 0; // BUG
  (void)odd;
  pthread_join(t, NULL);
  free(cell);
  return 0;
}
