// A futex for models: a waiter sleeps until somebody wakes anybody.
#ifndef FUTEX_H
#define FUTEX_H

#include <stdatomic.h>

static atomic_int wake_ups;

// Sleeps if the word still has this value. ASSUME: one look, as an assumption, in place of the loop.
static inline void futex_wait(atomic_int *word, int value) {
  int before = atomic_load(&wake_ups);
  if (atomic_load(word) != value)
    return;
#ifdef ASSUME
  void __VERIFIER_assume(int condition);
  __VERIFIER_assume(atomic_load(&wake_ups) != before);
#else
  while (atomic_load(&wake_ups) == before)
    ;
#endif
}

static inline void futex_wake(void) { atomic_fetch_add(&wake_ups, 1); }

#endif
