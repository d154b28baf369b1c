// What the programs of this folder share: relaxed accesses by short names, threads, and the outcome
// that is asked for. With COUNT the outcome is not asserted, so that all executions are counted.
#ifndef WEAK_H
#define WEAK_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define load(p) atomic_load_explicit((p), memory_order_relaxed)
#define load_acquire(p) atomic_load_explicit((p), memory_order_acquire)
#define load_seq_cst(p) atomic_load_explicit((p), memory_order_seq_cst)
#define store(p, v) atomic_store_explicit((p), (v), memory_order_relaxed)
#define store_release(p, v) atomic_store_explicit((p), (v), memory_order_release)
#define store_seq_cst(p, v) atomic_store_explicit((p), (v), memory_order_seq_cst)
#define exchange(p, v) atomic_exchange_explicit((p), (v), memory_order_relaxed)
#define add(p, v) atomic_fetch_add_explicit((p), (v), memory_order_relaxed)
#define full_fence() atomic_thread_fence(memory_order_seq_cst)
#define release_fence() atomic_thread_fence(memory_order_release)
#define acquire_fence() atomic_thread_fence(memory_order_acquire)

// The value before; the write is done if it was `expected`.
static inline int compare_exchange(atomic_int *p, int expected, int desired) {
  atomic_compare_exchange_strong_explicit(p, &expected, desired, memory_order_relaxed, memory_order_relaxed);
  return expected;
}

#ifdef COUNT
#define never(outcome) ((void)(outcome))
#else
#define never(outcome) assert(!(outcome))
#endif

typedef void *body(void *);

// Runs the threads and waits for all of them.
static inline void run(int count, body *const bodies[]) {
  pthread_t threads[8];
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, bodies[i], NULL);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
}

#define RUN(...) run(sizeof((body *[]){__VA_ARGS__}) / sizeof(body *), (body *[]){__VA_ARGS__})

#endif
