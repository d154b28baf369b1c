// All of <stdatomic.h>.
// case: => verified complete=1
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
int main(void) {
  atomic_int a = 3;
  atomic_init(&a, 4);
  assert(atomic_load(&a) == 4 && atomic_fetch_add(&a, 1) == 4 && atomic_fetch_sub(&a, 2) == 5 &&
         atomic_fetch_or(&a, 4) == 3 && atomic_fetch_and(&a, 6) == 7 &&
         atomic_fetch_xor(&a, 1) == 6 && a == 7);
  assert(atomic_exchange(&a, 1) == 7);
  int e = 2;
  assert(!atomic_compare_exchange_strong(&a, &e, 5) && e == 1);
  assert(atomic_compare_exchange_weak_explicit(&a, &e, 5, memory_order_acq_rel,
                                               memory_order_acquire) &&
         a == 5);
  a++;
  ++a;
  a += 3;
  a *= 2;
  a <<= 1;
  a -= 1;
  a |= 1;
  a /= 3;
  assert(a == 13);
  a %= 5;
  a ^= 1;
  assert(a == 2);
  a--;
  assert(--a == 0 && a++ == 0);
  atomic_flag f = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&f) &&
         atomic_flag_test_and_set_explicit(&f, memory_order_acquire));
  atomic_flag_clear(&f);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_signal_fence(memory_order_seq_cst);
  atomic_uint_fast64_t u = UINT64_MAX;
  u++;
  assert(u == 0);
  _Atomic double d = 1.5;
  d += 2;
  assert(d == 3.5);
  _Atomic(char *) p;
  char buf[4];
  atomic_init(&p, buf);
  assert(atomic_fetch_add(&p, 2) == buf && p == buf + 2);
  p++;
  assert(p == buf + 3);
  atomic_bool b = true;
  b &= false;
  assert(!b);
  assert(atomic_is_lock_free(&a));
  atomic_intptr_t ip = (intptr_t)&a;
  assert(*(atomic_int *)ip == 1);
  assert(kill_dependency(4) == 4);
}
