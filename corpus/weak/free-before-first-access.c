// A block is freed by one thread while another one makes the first access to it ever: freeing conflicts with
// accesses that have not happened yet, too.
// case: --model sc => error use-after-free
// case: --model tso => error use-after-free
// case: --model pso => error use-after-free
#include "weak.h"
#include <stdlib.h>

static int *block;

static void *writer(void *unused) {
  (void)unused;
  *block = 1;
  return NULL;
}

static void *remover(void *unused) {
  (void)unused;
  free(block);
  return NULL;
}

int main(void) {
  block = malloc(sizeof *block);
  RUN(writer, remover);
  return 0;
}
