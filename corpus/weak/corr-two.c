// Two readers of two stores of one thread.
// case: --model sc => verified complete=36 blocked=0
// case: --model tso => verified complete=36 blocked=0
// case: --model pso => verified complete=36 blocked=0
#include "weak.h"

static atomic_int x;
static int a, b, c, d;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&x, 2);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&x);
  b = load(&x);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  c = load(&x);
  d = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never((a == 2 && b == 1) || (c == 2 && d == 1));
  return 0;
}
