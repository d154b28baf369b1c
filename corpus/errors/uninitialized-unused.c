// To name a variable that has no value, so that the compiler is quiet, is no use of it.
// case: --model c11 => verified
// case: --model ra => verified
// case: --model sc => verified
// case: --model sc --check uninitialized => verified
// case: --model c11 -- -DBUG => error uninitialized
#include <pthread.h>
#include <stdlib.h>

struct pair {
  int first, second;
};

static void *run(void *unused) {
  int local;
  struct pair *pair = malloc(sizeof *pair);
  pair->first = 1;
  (void)unused;
  (void)local;
  (void)pair->second;
#ifdef BUG
  if (pair->second)
    pair->first = 2;
#endif
  free(pair);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
