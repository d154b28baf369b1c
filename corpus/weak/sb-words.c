// Store buffering with accesses of eight, four, two bytes and one byte.
// case: --model sc -- -DWORD=long => verified complete=3 blocked=0
// case: --model tso -- -DWORD=long => error assertion
// case: --model tso -- -DWORD=int => error assertion
// case: --model tso -- -DWORD=short => error assertion
// case: --model pso -- -DWORD=char => error assertion
// case: --model tso -- -DWORD=char -DCOUNT => verified complete=4 blocked=0
// case: --model pso -- -DWORD=long -DCOUNT => verified complete=4 blocked=0
#include "weak.h"

// Neighbours in one structure are different places.
static struct {
  _Atomic(WORD) x, y;
} pair;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&pair.x, 1);
  a = load(&pair.y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&pair.y, 1);
  b = load(&pair.x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 0 && b == 0);
  return 0;
}
