// A sequence lock. The bug: the reader does not look at the sequence again.
// case: => verified
// case: --check races => verified
// case: -- -DBUG => error assertion
// case: --model ra => verified
// case: --model ra -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writer(void *unused) {
  (void)unused;
  atomic_fetch_add(&sequence, 1);
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  atomic_fetch_add(&sequence, 1);
  return NULL;
}

static bool read_both(int *seen_a, int *seen_b) {
  unsigned before = atomic_load(&sequence);
  if (before % 2)
    return false;
  *seen_a = atomic_load(&a);
  *seen_b = atomic_load(&b);
#ifdef BUG
  return true;
#else
  return atomic_load(&sequence) == before;
#endif
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int seen_a, seen_b;
  if (read_both(&seen_a, &seen_b))
    assert(seen_a == seen_b);
  pthread_join(t, NULL);
  return 0;
}
