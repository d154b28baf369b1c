// Two functions call each other for ever, in a thread.
// case: => error stack-overflow
#include <pthread.h>

static int even(unsigned n);
static int odd(unsigned n) { return even(n - 1) + 1; }
static int even(unsigned n) { return n % 2 == 1 ? 0 : odd(n - 1) + 1; }

static void *work(void *unused) {
  (void)unused;
  even(4);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
