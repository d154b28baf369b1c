// A thread stores into a local variable of a function that has returned, perhaps with a store that was
// issued before and reached memory after that.
// case: => error use-after-free line=13
// case: --model tso => error use-after-free line=13
// case: --model pso => error use-after-free line=13
// case: --model ra => error use-after-free line=13
// case: --model tso -- -DWAIT => verified
// case: --model pso -- -DWAIT => verified
#include <pthread.h>

static void *writer(void *argument) {
  int *other = argument;
  *other = 2; // BUG
  return NULL;
}

static pthread_t start(void) {
  pthread_t t;
  int local = 3;
  pthread_create(&t, NULL, writer, &local);
#ifdef WAIT
  pthread_join(t, NULL);
#endif
  return t;
}

int main(void) {
  pthread_t t = start();
#ifndef WAIT
  pthread_join(t, NULL);
#endif
  (void)t;
  return 0;
}
