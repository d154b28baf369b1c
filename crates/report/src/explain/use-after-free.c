// threadproof check use-after-free.c
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *reader(void *unused) {
  int *seen = atomic_load(&shared);
  if (seen)
    (void)*(volatile int *)seen; // main may have freed it
  return unused;
}

int main(void) {
  int *one = malloc(sizeof *one);
  *one = 1;
  atomic_store(&shared, one);
  pthread_t other;
  pthread_create(&other, NULL, reader, NULL);
  atomic_store(&shared, NULL);
  free(one);
  pthread_join(other, NULL);
}
