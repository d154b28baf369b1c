// Lamport's bakery for two. The bug: nobody says that a number is being chosen.
// case: --unroll 3 => verified
// case: --unroll 3 -- -DBUG => error assertion
// case: --model ra => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int choosing[2], number[2];
static atomic_int inside;

static void lock(int me) {
  int other = 1 - me;
#ifndef BUG
  atomic_store(&choosing[me], 1);
#endif
  int highest = atomic_load(&number[other]);
  atomic_store(&number[me], highest + 1);
#ifndef BUG
  atomic_store(&choosing[me], 0);
#endif
  while (atomic_load(&choosing[other]))
    ;
  for (;;) {
    int theirs = atomic_load(&number[other]);
    if (theirs == 0 || highest + 1 < theirs || (highest + 1 == theirs && me < other))
      break;
  }
}

static void *visit(void *argument) {
  int me = (int)(intptr_t)argument;
  lock(me);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&number[me], 0);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, visit, (void *)0);
  pthread_create(&t1, NULL, visit, (void *)1);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
