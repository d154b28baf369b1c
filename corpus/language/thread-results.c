// A thread's result reaches who joins it, by return and by pthread_exit.
// case: => verified complete=1
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void leave(intptr_t result) { pthread_exit((void *)result); }

static void *returns(void *argument) { return (void *)((intptr_t)argument + 1); }

static void *exits(void *argument) {
  leave((intptr_t)argument + 2);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  void *r1, *r2;
  pthread_create(&t1, NULL, returns, (void *)10);
  pthread_create(&t2, NULL, exits, (void *)10);
  pthread_join(t1, &r1);
  pthread_join(t2, &r2);
  assert((intptr_t)r1 == 11 && (intptr_t)r2 == 12);
  return 0;
}
