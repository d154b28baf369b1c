// A reader-writer lock in one word. The bug: a reader does not notice that a writer is inside.
// case: --check races => verified
// case: -- -DBUG => error assertion
// case: --model ra => verified
// case: --model ra -- -DBUG => error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define WRITER 1000

static atomic_int state; // number of readers, or WRITER
static int first, second;

static bool try_read(void) {
#ifdef BUG
  atomic_fetch_add(&state, 1);
  return true;
#else
  if (atomic_fetch_add(&state, 1) < WRITER)
    return true;
  atomic_fetch_sub(&state, 1);
  return false;
#endif
}

static void *writer(void *unused) {
  (void)unused;
  int nobody = 0;
  if (atomic_compare_exchange_strong(&state, &nobody, WRITER)) {
    first++;
    second++;
    atomic_fetch_sub(&state, WRITER);
  }
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  if (try_read()) {
    assert(first == second);
    atomic_fetch_sub(&state, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t w, r1, r2;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r1, NULL, reader, NULL);
  pthread_create(&r2, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r1, NULL);
  pthread_join(r2, NULL);
  return 0;
}
