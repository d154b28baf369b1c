// A local variable of main is shared with a thread, without protection.
// case: --check races => error data-race
#include <pthread.h>

static void *increment(void *argument) {
  ++*(int *)argument;
  return NULL;
}

int main(void) {
  pthread_t t;
  int local = 0;
  pthread_create(&t, NULL, increment, &local);
  local++;
  pthread_join(t, NULL);
  return 0;
}
