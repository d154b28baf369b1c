// A sequence lock: the reader retries until it saw no writer. What it reads is not known to be old
// before the second look, which waits in vain then: such executions stop there, and are no livelock.
// case: => verified
// case: --model tso => verified
// case: -- -DBUG => error assertion
// case: --no-await -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

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

static void *reader(void *unused) {
  (void)unused;
  unsigned before;
  int seen_a, seen_b;
  do {
#ifdef BUG
    before = atomic_load(&sequence);
#else
    while ((before = atomic_load(&sequence)) & 1)
      ;
#endif
    seen_a = atomic_load(&a);
    seen_b = atomic_load(&b);
  } while (atomic_load(&sequence) != before);
  assert(seen_a == seen_b);
  return NULL;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  return 0;
}
