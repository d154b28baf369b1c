// The first access after a join looks at an object that a thread still works on, which nobody else uses.
// case: --model sc --no-check races => error assertion
// case: --model tso --no-check races => error assertion
// case: => error
// case: --model ra => error data-race
// case: --model sc --no-check races -- -DJOINED => verified complete=1
// case: -- -DJOINED => verified complete=1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *idle(void *unused) { return unused; }

static void *work(void *argument) {
  int *object = argument;
  for (int i = 0; i < 10; i++)
    *object = *object + 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  int *object = calloc(1, sizeof *object);
  pthread_create(&first, NULL, idle, NULL);
  pthread_create(&second, NULL, work, object);
#ifdef JOINED
  pthread_join(second, NULL);
#endif
  pthread_join(first, NULL);
  int seen = *object;
#ifndef JOINED
  pthread_join(second, NULL);
  assert(seen == 0 || seen == 10);
#else
  assert(seen == 10);
#endif
  free(object);
}
