// The __atomic builtins, on plain variables.
// case: => verified complete=1
#include <assert.h>
#include <stdbool.h>

static long x = 5;

int main(void) {
  long seen, wanted = 9;
  assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 5);
  __atomic_load(&x, &seen, __ATOMIC_SEQ_CST);
  __atomic_store(&x, &wanted, __ATOMIC_RELEASE);
  assert(seen == 5 && x == 9);
  __atomic_store_n(&x, 3, __ATOMIC_RELAXED);
  assert(__atomic_exchange_n(&x, 4, __ATOMIC_ACQ_REL) == 3);
  assert(__atomic_add_fetch(&x, 2, __ATOMIC_SEQ_CST) == 6 && __atomic_fetch_sub(&x, 2, __ATOMIC_SEQ_CST) == 6);
  assert(__atomic_or_fetch(&x, 3, __ATOMIC_SEQ_CST) == 7 && __atomic_fetch_and(&x, 5, __ATOMIC_SEQ_CST) == 7);
  assert(__atomic_xor_fetch(&x, 4, __ATOMIC_SEQ_CST) == 1 && __atomic_nand_fetch(&x, 1, __ATOMIC_SEQ_CST) == -2);
  long expected = -2;
  assert(__atomic_compare_exchange_n(&x, &expected, 8, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  assert(!__atomic_compare_exchange_n(&x, &expected, 8, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && expected == 8);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return 0;
}
