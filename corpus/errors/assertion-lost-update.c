// Two unprotected increments can lose one.
// case: => error assertion line=20
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *unused) {
  (void)unused;
  counter++;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, increment, NULL);
  pthread_create(&t2, NULL, increment, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2); // BUG
  return 0;
}
