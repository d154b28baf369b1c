// The flag that a thread spins on is freed without having been set.
// case: => error use-after-free
// case: --no-await => error use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *wait(void *argument) {
  atomic_int *flag = argument;
  while (!atomic_load(flag))
    ;
  return NULL;
}

int main(void) {
  atomic_int *flag = malloc(sizeof *flag);
  atomic_init(flag, 0);
  pthread_t t;
  pthread_create(&t, NULL, wait, flag);
  free(flag);
  return 0;
}
