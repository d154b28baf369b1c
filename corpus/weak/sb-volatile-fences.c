// Store buffering with volatile accesses and mfence.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
#include "weak.h"

static volatile int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  x = 1;
  __asm__ volatile("mfence" ::: "memory");
  a = y;
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  y = 1;
  __asm__ volatile("mfence" ::: "memory");
  b = x;
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 0 && b == 0);
  return 0;
}
