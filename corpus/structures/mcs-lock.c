// The MCS queue lock. The bug: unlock does not wait for a successor that is just linking itself in.
// case: --unroll 3 => verified
// case: --unroll 3 --check races => verified
// case: --unroll 3 -- -DBUG => error null-deref
// case: --model ra => verified
// case: --model ra -- -DBUG => error null-deref
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct waiter {
  _Atomic(struct waiter *) next;
  atomic_int locked;
};

static _Atomic(struct waiter *) tail;
static int counter;

static void lock(struct waiter *me) {
  atomic_store(&me->next, NULL);
  atomic_store(&me->locked, 1);
  struct waiter *before = atomic_exchange(&tail, me);
  if (before != NULL) {
    atomic_store(&before->next, me);
    while (atomic_load(&me->locked))
      ;
  }
}

static void unlock(struct waiter *me) {
  struct waiter *expected = me;
  if (atomic_compare_exchange_strong(&tail, &expected, NULL))
    return;
#ifndef BUG
  while (atomic_load(&me->next) == NULL)
    ;
#endif
  atomic_store(&atomic_load(&me->next)->locked, 0);
}

static void *work(void *unused) {
  (void)unused;
  struct waiter me;
  lock(&me);
  counter++;
  unlock(&me);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2);
  return 0;
}
