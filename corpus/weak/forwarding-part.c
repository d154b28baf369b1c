// A load of one byte takes it out of a wider store that is still in the buffer.
// case: --model sc => verified
// case: --model tso => error assertion
// case: --model pso => error assertion
#include "weak.h"

static union {
  volatile unsigned word;
  volatile unsigned char bytes[4];
} x;
static volatile int y;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  x.word = 0x0100;
  a = x.bytes[1];
  b = y;
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  y = 1;
  full_fence();
  c = x.word;
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a != 1);
  never(b == 0 && c == 0);
  return 0;
}
