// threadproof check --check uninitialized uninitialized.c
#include <pthread.h>
#include <stdlib.h>

static void *fill(void *number) {
  *(int *)number = 1;
  return NULL;
}

int main(void) {
  int *number = malloc(sizeof *number);
  pthread_t other;
  pthread_create(&other, NULL, fill, number);
  int seen = *number; // the other thread may not have written it yet
  pthread_join(other, NULL);
  free(number);
  return seen == 2;
}
