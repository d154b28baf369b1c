// READ_ONCE and WRITE_ONCE of the Linux kernel are volatile accesses. The standards take them for plain ones, so they race
// with each other. The kernel means relaxed atomics, which order nothing else: that takes barriers.
// case: --model c11 => error data-race
// case: --model c11 --volatile relaxed => error assertion
// case: --model c11 --volatile relaxed -- -DBARRIERS => verified complete=3
// case: --model c11 --volatile relaxed -- -DBARRIERS -DPLAIN => verified complete=2
// case: --model c11 --volatile relaxed -- -DPLAIN => error data-race
#include "c11.h"

#define READ_ONCE(x) (*(const volatile int *)&(x))
#define WRITE_ONCE(x, value) (*(volatile int *)&(x) = (value))
#ifdef BARRIERS
#define smp_wmb() atomic_thread_fence(memory_order_release)
#define smp_rmb() atomic_thread_fence(memory_order_acquire)
#else
#define smp_wmb()
#define smp_rmb()
#endif

static int data, ready;

static void *writer(void *unused) {
  (void)unused;
#ifdef PLAIN
  data = 42;
#else
  WRITE_ONCE(data, 42);
#endif
  smp_wmb();
  WRITE_ONCE(ready, 1);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int seen = READ_ONCE(ready);
  smp_rmb();
#ifdef PLAIN
  if (seen)
    assert(data == 42);
#else
  int value = READ_ONCE(data);
  assert(!seen || value == 42);
#endif
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
