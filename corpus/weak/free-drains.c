// Freeing waits until the stores to the block are in memory.
// case: --model sc => verified complete=1 blocked=0
// case: --model tso => verified complete=1 blocked=0
// case: --model pso => verified complete=1 blocked=0
#include "weak.h"
#include <stdlib.h>

static void *worker(void *unused) {
  (void)unused;
  int *block = malloc(2 * sizeof *block);
  block[0] = 1;
  block[1] = 2;
  free(block);
  return NULL;
}

int main(void) {
  RUN(worker, worker);
  return 0;
}
