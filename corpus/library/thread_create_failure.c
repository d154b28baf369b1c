// Creation never fails in the model; a program that handles failure compiles and runs.
// case: => verified complete=1
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *t(void *a) {
  return a;
}
int main(void) {
  pthread_t x;
  int e = pthread_create(&x, NULL, t, NULL);
  if (e) {
    fprintf(stderr, "pthread_create: %s\n", strerror(e));
    exit(EXIT_FAILURE);
  }
  if (pthread_join(x, NULL)) {
    perror("join");
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
