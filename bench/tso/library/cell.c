#include "cell.h"

void cell_init(struct cell *cell, struct pair pair) {
  atomic_init(&cell->version, 0);
  atomic_init(&cell->low, pair.low);
  atomic_init(&cell->high, pair.high);
}

void cell_write(struct cell *cell, struct pair pair) {
  unsigned version = atomic_load_explicit(&cell->version, relaxed);
  atomic_store_explicit(&cell->version, version + 1, relaxed);
  cell_fence();
  atomic_store_explicit(&cell->low, pair.low, relaxed);
  atomic_store_explicit(&cell->high, pair.high, relaxed);
  atomic_store_explicit(&cell->version, version + 2, cell_order);
}

bool cell_try_read(const struct cell *cell, struct pair *pair) {
  unsigned before = atomic_load_explicit(&cell->version, acquire);
  if (before % 2 == 1)
    return false;
  pair->low = atomic_load_explicit(&cell->low, relaxed);
  pair->high = atomic_load_explicit(&cell->high, relaxed);
  atomic_thread_fence(acquire);
  return atomic_load_explicit(&cell->version, relaxed) == before;
}
