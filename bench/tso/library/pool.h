// Blocks of one size, from memory that is given once. Taking and giving back are guarded by a spin lock; the
// contents of a block belong to whoever took it.
#ifndef LIBRARY_POOL_H
#define LIBRARY_POOL_H

#include "spin.h"

#define POOL_BLOCKS 4
#define POOL_WORDS 8

enum pool_mark { POOL_FREE = 0x0f, POOL_TAKEN = 0x7a };

struct pool_block {
  uint64_t words[POOL_WORDS]; // the part that users see; it comes first
  struct pool_block *next;    // while it is free
  int mark;
  int taker;
};

struct pool {
  struct spin lock;
  struct pool_block *free;
  int taken; // now
  int most;  // ever
  struct pool_block blocks[POOL_BLOCKS];
};

void pool_init(struct pool *pool);
// NULL: no block is left, or the size is too large.
void *pool_take(struct pool *pool, size_t size, int who);
void pool_give(struct pool *pool, void *memory, int who);
int pool_taken(struct pool *pool, int who);
// All blocks are there, in one list without a circle. Nobody may use the pool meanwhile.
bool pool_is_whole(const struct pool *pool);

#endif
