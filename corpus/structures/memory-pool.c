// A pool of blocks under a mutex. The bug: the free list is read before the mutex is taken.
// case: --check races => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BLOCKS 2

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int next_free[BLOCKS] = {1, -1};
static int first_free;
static atomic_int users[BLOCKS];

static int allocate(void) {
#ifdef BUG
  int block = first_free;
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  int block = first_free;
#endif
  if (block >= 0)
    first_free = next_free[block];
  pthread_mutex_unlock(&m);
  return block;
}

static void release(int block) {
  pthread_mutex_lock(&m);
  next_free[block] = first_free;
  first_free = block;
  pthread_mutex_unlock(&m);
}

static void *user(void *unused) {
  (void)unused;
  int block = allocate();
  if (block >= 0) {
    assert(atomic_fetch_add(&users[block], 1) == 0);
    atomic_fetch_sub(&users[block], 1);
    release(block);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, user, NULL);
  pthread_create(&t2, NULL, user, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
