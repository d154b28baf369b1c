// A loop after the last join, on an object that only the joined thread has written: it waits for a value that never comes.
// case: => error livelock
// case: --model sc --no-check races => error livelock
// case: --model ra => error livelock
// case: -- -DCOMES => verified complete=1
// case: --model ra -- -DCOMES => verified complete=1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct work {
  int steps[10];
  atomic_int state;
};

static void *run(void *argument) {
  struct work *work = argument;
  for (int i = 0; i < 10; i++)
    work->steps[i] = i;
#ifdef COMES
  atomic_store(&work->state, 1);
#else
  atomic_store(&work->state, 2);
#endif
  return work;
}

int main(void) {
  pthread_t thread;
  struct work *work = calloc(1, sizeof *work);
  pthread_create(&thread, NULL, run, work);
  pthread_join(thread, NULL);
  while (atomic_load(&work->state) != 1)
    ;
  free(work);
}
