// A stack of indices whose nodes are used again: a version next to the index prevents the ABA problem.
// case: => verified
// case: -- -DBUG => error assertion
// case: --model ra => verified
// case: --model ra -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define NONE 7

// The low byte is the index of the top node, the rest a version that changes with every operation.
static atomic_uint top = 0;
static atomic_uint next[3] = {1, 2, NONE};
static atomic_int owner[3];

static unsigned tagged(unsigned before, unsigned node) {
#ifdef BUG
  (void)before;
  return node;
#else
  return (before / 256 + 1) * 256 + node;
#endif
}

static unsigned pop(void) {
  unsigned seen = atomic_load(&top);
  for (int attempt = 0; attempt < 3; attempt++) {
    unsigned node = seen % 256;
    if (node == NONE)
      return NONE;
    unsigned after = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &seen, tagged(seen, after))) {
      assert(atomic_fetch_add(&owner[node], 1) == 0); // only one thread has it
      return node;
    }
  }
  return NONE;
}

static void push(unsigned node) {
  atomic_fetch_sub(&owner[node], 1);
  unsigned seen = atomic_load(&top);
  do
    atomic_store(&next[node], seen % 256);
  while (!atomic_compare_exchange_strong(&top, &seen, tagged(seen, node)));
}

static void *slow(void *unused) {
  (void)unused;
  pop();
  pop();
  return NULL;
}

static void *quick(void *unused) {
  (void)unused;
  unsigned a = pop();
  pop();
  if (a != NONE)
    push(a);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, slow, NULL);
  pthread_create(&t2, NULL, quick, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
