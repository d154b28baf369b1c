// Two sequentially consistent fences are ordered, but that is no happens-before. The second thread may see x = 1,
// which was stored before the first one's fence, and so was released by nothing; its plain store races.
// case: --model c11 => error data-race
// case: --model c11 -- -DPUBLISH=release => verified
// case: --model sc -- -DPUBLISH=relaxed => verified
#include "c11.h"

#ifndef PUBLISH
#define PUBLISH relaxed
#endif

static atomic_int x, y;
static int data;

static void *first(void *unused) {
  (void)unused;
  data = 1;
  store(&x, 1, PUBLISH);
  fence(seq_cst);
  (void)load(&y, relaxed);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  store(&y, 1, relaxed);
  fence(seq_cst);
  if (load(&x, relaxed) == 1) {
    fence(acquire);
    data = 2;
  }
  return NULL;
}

int main(void) {
  RUN(first, second);
  return 0;
}
