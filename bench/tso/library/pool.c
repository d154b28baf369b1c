#include "pool.h"

void pool_init(struct pool *pool) {
  spin_init(&pool->lock);
  pool->free = NULL;
  pool->taken = 0;
  pool->most = 0;
  for (int i = POOL_BLOCKS - 1; i >= 0; i--) {
    struct pool_block *block = &pool->blocks[i];
    block->mark = POOL_FREE;
    block->taker = 0;
    block->next = pool->free;
    pool->free = block;
  }
}

void *pool_take(struct pool *pool, size_t size, int who) {
  if (size > sizeof pool->blocks[0].words)
    return NULL;
  spin_lock(&pool->lock, who);
  struct pool_block *block = pool->free;
  if (block != NULL) {
    assert(block->mark == POOL_FREE);
    pool->free = block->next;
    block->next = NULL;
    block->mark = POOL_TAKEN;
    block->taker = who;
    pool->taken++;
    if (pool->taken > pool->most)
      pool->most = pool->taken;
  }
  spin_unlock(&pool->lock, who);
  return block;
}

static bool pool_owns(const struct pool *pool, const struct pool_block *block) {
  return block >= pool->blocks && block < pool->blocks + POOL_BLOCKS;
}

void pool_give(struct pool *pool, void *memory, int who) {
  struct pool_block *block = memory;
  assert(pool_owns(pool, block));
  spin_lock(&pool->lock, who);
  assert(block->mark == POOL_TAKEN);
  block->mark = POOL_FREE;
  block->taker = 0;
  block->next = pool->free;
  pool->free = block;
  pool->taken--;
  spin_unlock(&pool->lock, who);
}

int pool_taken(struct pool *pool, int who) {
  spin_lock(&pool->lock, who);
  int taken = pool->taken;
  spin_unlock(&pool->lock, who);
  return taken;
}

bool pool_is_whole(const struct pool *pool) {
  int count = 0;
  for (const struct pool_block *block = pool->free; block != NULL; block = block->next) {
    if (!pool_owns(pool, block) || block->mark != POOL_FREE || ++count > POOL_BLOCKS)
      return false;
  }
  return count == POOL_BLOCKS && pool->taken == 0;
}
