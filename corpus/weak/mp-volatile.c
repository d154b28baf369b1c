// Message passing by volatile accesses.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=4 blocked=0
#include "weak.h"

static volatile int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  x = 1;
  y = 1;
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = y;
  b = x;
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1 && b == 0);
  return 0;
}
