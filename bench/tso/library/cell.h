// Two numbers that are read together without a lock: a counter is odd while they change. One writer.
#ifndef LIBRARY_CELL_H
#define LIBRARY_CELL_H

#include "platform.h"

struct pair {
  int low, high;
};

struct cell {
  atomic_uint version;
  atomic_int low, high;
};

void cell_init(struct cell *cell, struct pair pair);
void cell_write(struct cell *cell, struct pair pair);
// False: somebody wrote meanwhile; try again.
bool cell_try_read(const struct cell *cell, struct pair *pair);

#endif
