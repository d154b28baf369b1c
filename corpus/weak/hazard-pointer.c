// A hazard pointer: the reader announces what it reads, then looks whether it is still there. Without a
// fence in between, the node is freed under it.
// case: --model sc => verified
// case: --model tso => error use-after-free
// case: --model pso => error use-after-free
// case: --model tso -- -DFENCE => verified
// case: --model pso -- -DFENCE => verified
#include "weak.h"
#include <stdlib.h>

static _Atomic(int *) shared, hazard;

static void *reader(void *unused) {
  (void)unused;
  int *node = load(&shared);
  store(&hazard, node);
#ifdef FENCE
  full_fence();
#endif
  if (node != NULL && load(&shared) == node)
    assert(*node == 5);
  return NULL;
}

static void *remover(void *unused) {
  (void)unused;
  int *node = exchange(&shared, NULL);
  if (load(&hazard) != node)
    free(node);
  return NULL;
}

int main(void) {
  int *node = malloc(sizeof *node);
  *node = 5;
  store(&shared, node);
  RUN(reader, remover);
  return 0;
}
