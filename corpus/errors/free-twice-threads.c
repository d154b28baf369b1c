// Two threads free one object.
// case: => error double-free line=7
#include <pthread.h>
#include <stdlib.h>

static void *dispose(void *argument) {
  free(argument); // BUG
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  int *p = malloc(sizeof *p);
  pthread_create(&t1, NULL, dispose, p);
  pthread_create(&t2, NULL, dispose, p);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
