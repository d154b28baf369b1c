// A thread without a function to run.
// case: => error null-deref
#include <pthread.h>

static void *(*volatile body)(void *) = NULL;

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, body, NULL);
  pthread_join(t, NULL);
  return 0;
}
