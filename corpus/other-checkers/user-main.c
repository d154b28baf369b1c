// A program for a checker with a main of its own: `user_main`, plain accesses by functions, `thrd_join`
// with one argument.
// case: => verified
// case: --check races => verified
// case: -- -DBUG => error assertion line=19
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>
#include "librace.h"
#include "model-assert.h"
static atomic_int flag;
static uint32_t data;
static void writer(void *unused) {
  store_32(&data, 5);
  atomic_store_explicit(&flag, 1, memory_order_release);
}
static void reader(void *unused) {
#ifdef BUG
  MODEL_ASSERT(load_32(&data) == 0);
#else
  if (atomic_load_explicit(&flag, memory_order_acquire))
    MODEL_ASSERT(load_32(&data) == 5);
#endif
}
int user_main(int argc, char **argv) {
  thrd_t a, b;
  atomic_init(&flag, 0);
  printf("creating two threads\n");
  thrd_create(&a, (thrd_start_t)&writer, NULL);
  thrd_create(&b, (thrd_start_t)&reader, NULL);
  thrd_join(a);
  thrd_join(b);
  return 0;
}
