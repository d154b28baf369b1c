// A thread uses a local variable of a function that has returned.
// case: => error use-after-free line=8
#include <pthread.h>

static pthread_t t;

static void *reader(void *argument) {
  return (void *)(long)*(int *)argument; // BUG
}

static void start(void) {
  int local = 3;
  pthread_create(&t, NULL, reader, &local);
}

int main(void) {
  start();
  pthread_join(t, NULL);
  return 0;
}
