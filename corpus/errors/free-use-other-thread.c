// One thread frees what another one still reads.
// case: => error use-after-free line=8
#include <pthread.h>
#include <stdlib.h>

static void *reader(void *argument) {
  int *p = argument;
  int seen = *p; // BUG
  (void)seen;
  return NULL;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&t, NULL, reader, p);
  free(p);
  pthread_join(t, NULL);
  return 0;
}
