// The queue lock of Mellor-Crummey and Scott.
// case: => verified blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: --model pso => verified
// case: -- -DN=3 => verified blocked=0
// case: -- -DBUG => error livelock line=36
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock line=36
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

struct node {
  struct node *_Atomic next;
  atomic_bool waits;
};
static struct node nodes[N];
static struct node *_Atomic tail;

static void lock(struct node *own) {
  atomic_store(&own->next, NULL);
  atomic_store(&own->waits, true);
  struct node *before = atomic_exchange(&tail, own);
  if (!before)
    return;
  atomic_store(&before->next, own);
  while (atomic_load(&own->waits)) // spins
    ;
}

static void unlock(struct node *own) {
  struct node *expected = own;
  if (!atomic_load(&own->next)) {
    if (atomic_compare_exchange_strong(&tail, &expected, NULL))
      return;
    while (!atomic_load(&own->next))
      ;
  }
  atomic_store(&atomic_load(&own->next)->waits, false);
}

static void *work(void *argument) {
  (void)argument;
  struct node *own = &nodes[(long)argument];
  lock(own);
  int c = atomic_load(&x);
  atomic_store(&x, c + 1);
#ifndef BUG
  unlock(own);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == N);
  return 0;
}
