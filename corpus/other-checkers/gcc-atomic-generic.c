// The generic __atomic builtins with pointers to values.
// case: => verified complete=1
#include <assert.h>
#include <stdbool.h>
struct s {
  short a, b;
};
int main(void) {
  int x = 1, y = 2, z;
  __atomic_load(&x, &z, __ATOMIC_ACQUIRE);
  assert(z == 1);
  __atomic_store(&x, &y, __ATOMIC_RELEASE);
  __atomic_exchange(&x, &z, &y, __ATOMIC_ACQ_REL);
  assert(x == 1 && y == 2);
  int e = 5;
  assert(
      !__atomic_compare_exchange(&x, &e, &y, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && e == 1 &&
      __atomic_compare_exchange_n(&x, &e, 9, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && x == 9);
  assert(__atomic_add_fetch(&x, 1, 5) == 10 && __atomic_fetch_nand(&x, 2, 0) == 10 && x == ~2);
  struct s a = {1, 2}, b;
  __atomic_load(&a, &b, 5);
  assert(b.b == 2);
  bool f = 0;
  assert(!__atomic_test_and_set(&f, 5) && f);
  __atomic_clear(&f, 3);
  assert(!f && __atomic_always_lock_free(8, 0) && __atomic_is_lock_free(4, &x));
  __atomic_signal_fence(5);
  long arr[2] = {0};
  long *p = arr;
  __atomic_fetch_add(&p, 8, 5);
  assert(p == arr + 1);
}
