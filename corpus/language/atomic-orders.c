// Every memory order of every kind of operation.
// case: => verified complete=1
// case: --model tso => verified complete=1
// case: --model pso => verified complete=1
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_release);
  atomic_store_explicit(&x, 3, memory_order_seq_cst);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 3);
  assert(atomic_load_explicit(&x, memory_order_consume) == 3);
  assert(atomic_load_explicit(&x, memory_order_acquire) == 3);
  assert(atomic_load_explicit(&x, memory_order_seq_cst) == 3);
  assert(atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == 3);
  assert(atomic_fetch_add_explicit(&x, 1, memory_order_acquire) == 4);
  assert(atomic_fetch_add_explicit(&x, 1, memory_order_release) == 5);
  assert(atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel) == 6);
  int expected = 7;
  assert(atomic_compare_exchange_strong_explicit(&x, &expected, 8, memory_order_release, memory_order_relaxed));
  assert(!atomic_compare_exchange_weak_explicit(&x, &expected, 9, memory_order_acq_rel, memory_order_acquire));
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_release);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_seq_cst);
  return 0;
}
