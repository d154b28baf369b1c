// The queue lock of Craig, Landin and Hagersten.
// case: => verified blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: --model pso => verified
// case: -- -DN=3 => verified blocked=0
// case: -- -DBUG => error livelock line=31
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock line=31
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
  atomic_bool waits;
};
static struct node nodes[N + 1];
static struct node *_Atomic tail = &nodes[N];

static void lock(struct node *own) {
  atomic_store(&own->waits, true);
  struct node *before = atomic_exchange(&tail, own);
  while (atomic_load(&before->waits)) // spins
    ;
}

static void unlock(struct node *own) { atomic_store(&own->waits, false); }

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
