// The older error function.
// case: => error assertion
#include <pthread.h>

extern void __VERIFIER_error(void);

static int x, y;

static void *first(void *unused) {
  (void)unused;
  x = 1;
  if (y)
    __VERIFIER_error();
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, first, NULL);
  y = 1;
  pthread_join(t, NULL);
  return x - 1;
}
