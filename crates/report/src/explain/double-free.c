// threadproof check double-free.c
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *dispose(void *unused) {
  int *mine = atomic_load(&shared); // both may see it: exchange it for NULL instead
  if (mine) {
    atomic_store(&shared, NULL);
    free(mine);
  }
  return unused;
}

int main(void) {
  atomic_store(&shared, malloc(sizeof(int)));
  pthread_t other;
  pthread_create(&other, NULL, dispose, NULL);
  dispose(NULL);
  pthread_join(other, NULL);
}
