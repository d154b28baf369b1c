// A load that covers a smaller store of the own buffer waits until it is in memory: store buffering with
// such a load in between is as strong as with a fence.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => error data-race
#include "weak.h"

static union {
  volatile unsigned word;
  volatile unsigned char bytes[4];
} x;
static volatile int y;
static unsigned a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  x.bytes[0] = 1;
  a = x.word;
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
