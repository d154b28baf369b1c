// Read-copy-update: the old version is freed after its readers have left. The bug: nobody waits for them.
// case: --unroll 3 => verified
// case: --unroll 3 --check races => verified
// case: --unroll 3 -- -DBUG => error use-after-free
// case: --model ra => error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int a, b;
};

static _Atomic(struct config *) current;
static atomic_int readers;

static struct config *make(int n) {
  struct config *c = malloc(sizeof *c);
  c->a = n;
  c->b = n;
  return c;
}

static void *reader(void *unused) {
  (void)unused;
  atomic_fetch_add(&readers, 1);
  struct config *c = atomic_load(&current);
  assert(c->a == c->b);
  atomic_fetch_sub(&readers, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  atomic_store(&current, make(1));
  pthread_create(&t, NULL, reader, NULL);
  struct config *old = atomic_exchange(&current, make(2));
#ifndef BUG
  while (atomic_load(&readers) != 0)
    ;
#endif
  free(old);
  pthread_join(t, NULL);
  free(atomic_load(&current));
  return 0;
}
