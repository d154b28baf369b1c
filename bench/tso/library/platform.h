// What every part of the library builds on: how to wait, how to check, and the orderings that a build can
// weaken on purpose.
//
//   WEAK_FENCE    the handshake of the queue has no fences: wrong under TSO and PSO
//   WEAK_UNLOCK   spin locks are given back by relaxed stores: wrong under PSO
//   WEAK_PUBLISH  log records are published by relaxed stores: wrong under PSO
//   WEAK_CELL     the writer of a cell does not order its stores: wrong under PSO
#ifndef LIBRARY_PLATFORM_H
#define LIBRARY_PLATFORM_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A checker needs no spinning: an execution in which the condition does not hold yet is one in which
// the thread should have come later. Define SPIN to run the library on a machine.
#ifdef SPIN
#define WAIT_UNTIL(condition)                                                                                          \
  do {                                                                                                                 \
  } while (!(condition))
#else
void __VERIFIER_assume(int condition);
#define WAIT_UNTIL(condition) __VERIFIER_assume(condition)
#endif

#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release

#ifdef WEAK_FENCE
#define handshake_fence() atomic_signal_fence(memory_order_seq_cst)
#else
#define handshake_fence() atomic_thread_fence(memory_order_seq_cst)
#endif

#ifdef WEAK_UNLOCK
#define unlock_order memory_order_relaxed
#else
#define unlock_order memory_order_release
#endif

#ifdef WEAK_PUBLISH
#define publish_order memory_order_relaxed
#else
#define publish_order memory_order_release
#endif

#ifdef WEAK_CELL
#define cell_fence() atomic_signal_fence(memory_order_seq_cst)
#define cell_order memory_order_relaxed
#else
#define cell_fence() atomic_thread_fence(memory_order_release)
#define cell_order memory_order_release
#endif

#endif
