// A flag without atomics works under SC, and is a data race.
// case: => verified complete=1 blocked=0
// case: --check races => error data-race
#include <pthread.h>

static volatile int flag;

static void *receive(void *unused) {
  (void)unused;
  while (!flag)
    ;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, receive, NULL);
  flag = 1;
  return 0;
}
