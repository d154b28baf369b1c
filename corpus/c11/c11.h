// What the programs of this folder share. Each memory order that a case weakens is a macro with the value
// that was published.
#ifndef C11_H
#define C11_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release
#define acq_rel memory_order_acq_rel
#define seq_cst memory_order_seq_cst

#define load(p, order) atomic_load_explicit((p), (order))
#define store(p, v, order) atomic_store_explicit((p), (v), (order))
#define exchange(p, v, order) atomic_exchange_explicit((p), (v), (order))
#define add(p, v, order) atomic_fetch_add_explicit((p), (v), (order))
#define sub(p, v, order) atomic_fetch_sub_explicit((p), (v), (order))
#define cas(p, expected, v, success, failure) \
  atomic_compare_exchange_strong_explicit((p), (expected), (v), (success), (failure))
#define fence(order) atomic_thread_fence(order)

typedef void *body(void *);

// Runs the threads, with their numbers as arguments, and waits for all of them.
static inline void run(int count, body *const bodies[]) {
  pthread_t threads[4];
  for (long i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, bodies[i], (void *)i);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
}

#define RUN(...) run(sizeof((body *[]){__VA_ARGS__}) / sizeof(body *), (body *[]){__VA_ARGS__})

#endif
