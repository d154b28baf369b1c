// A block is handed over and freed by the receiver while a store to it is still on its way (PSO).
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => error use-after-free rf=unsupported
// case: --model pso -- -DRELEASE => verified rf=unsupported
#include "weak.h"
#include <stdlib.h>

#ifdef RELEASE
#define hand_over store_release
#else
#define hand_over store
#endif

static _Atomic(int *) box;

static void *sender(void *unused) {
  (void)unused;
  int *block = malloc(sizeof *block);
  *block = 1;
  hand_over(&box, block);
  return NULL;
}

static void *receiver(void *unused) {
  (void)unused;
  free(load(&box));
  return NULL;
}

int main(void) {
  RUN(sender, receiver);
  return 0;
}
