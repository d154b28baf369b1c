// The error function of the competition.
// case: => error assertion
#include <assert.h>
#include <pthread.h>

extern void abort(void);
void reach_error(void) { assert(0); }
static void verify(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}

static int x;

static void *writer(void *unused) {
  (void)unused;
  x = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  verify(x == 0);
  return 0;
}
