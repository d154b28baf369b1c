// Old __sync builtins of every kind.
// case: => verified
#include <assert.h>
#include <pthread.h>
static int n;
static long flags;
static void *head;
static char c;
static short s;
static void *t(void *a) {
  __sync_add_and_fetch(&n, 2);
  __sync_fetch_and_or(&flags, 1L << (long)a);
  __sync_bool_compare_and_swap(&head, (void *)0, a);
  __sync_fetch_and_sub(&s, 1);
  __sync_fetch_and_xor(&c, 3);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, (void *)1);
  pthread_create(&b, 0, t, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 4 && flags == 6 && (head == (void *)1 || head == (void *)2) && s == -2 && c == 0);
  assert(__sync_val_compare_and_swap(&n, 4, 5) == 4 && __sync_lock_test_and_set(&n, 1) == 5);
  __sync_lock_release(&n);
  assert(n == 0 && __sync_and_and_fetch(&flags, 2) == 2 && __sync_nand_and_fetch(&flags, 2) == -3);
}
