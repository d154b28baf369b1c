// threadproof check --check leaks leak.c
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) instance;

static void *create(void *unused) {
  int *nothing = NULL;
  atomic_compare_exchange_strong(&instance, &nothing, malloc(sizeof(int))); // the loser keeps one
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, create, NULL);
  create(NULL);
  pthread_join(other, NULL);
  free(instance);
}
