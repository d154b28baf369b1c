// Freeing an object races with a plain access to it, in whichever order they come.
// case: --check races => error
#include <pthread.h>
#include <stdlib.h>

static void *writer(void *argument) {
  *(int *)argument = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  pthread_create(&t, NULL, writer, p);
  free(p);
  pthread_join(t, NULL);
  return 0;
}
