// The older __sync builtins.
// case: => verified complete=1
#include <assert.h>

static int x = 5;

int main(void) {
  assert(__sync_fetch_and_add(&x, 2) == 5 && __sync_add_and_fetch(&x, 1) == 8);
  assert(__sync_fetch_and_sub(&x, 1) == 8 && __sync_sub_and_fetch(&x, 1) == 6);
  assert(__sync_fetch_and_or(&x, 1) == 6 && __sync_or_and_fetch(&x, 8) == 15);
  assert(__sync_fetch_and_and(&x, 7) == 15 && __sync_and_and_fetch(&x, 3) == 3);
  assert(__sync_fetch_and_xor(&x, 1) == 3 && __sync_xor_and_fetch(&x, 2) == 0);
  assert(__sync_fetch_and_nand(&x, 1) == 0 && x == -1);
  assert(__sync_bool_compare_and_swap(&x, -1, 4) && !__sync_bool_compare_and_swap(&x, -1, 5));
  assert(__sync_val_compare_and_swap(&x, 4, 6) == 4 && __sync_val_compare_and_swap(&x, 4, 7) == 6);
  assert(__sync_lock_test_and_set(&x, 1) == 6);
  __sync_lock_release(&x);
  __sync_synchronize();
  assert(x == 0);
  return 0;
}
