// A compiler barrier is no fence: store buffering stays possible under TSO.
// case: => verified complete=3
// case: --model tso => error assertion
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int a, b;

static void *first(void *unused) {
  (void)unused;
  x = 1;
  __asm__ volatile("" ::: "memory");
  a = y;
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  y = 1;
  __asm__ volatile("" ::: "memory");
  b = x;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(a == 1 || b == 1);
  return 0;
}
