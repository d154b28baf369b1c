// CDSChecker: user_main, thrd_create with void functions, its atomics, MODEL_ASSERT.
// case: => error assertion
// case: -- -DFIXED => verified
#include <atomic>
#include <threads.h>
#include <stdlib.h>
#include "librace.h"
#include "model-assert.h"
std::atomic_int x; uint32_t data;
static void a(void *obj) { store_32(&data, 7); x.store(1, std::memory_order_release); }
static void b(void *obj) {
  int r = x.load(std::memory_order_acquire);
#ifdef FIXED
  if (r)
#endif
  MODEL_ASSERT(load_32(&data) == 7);
}
int user_main(int argc, char **argv) {
  thrd_t t1, t2;
  atomic_init(&x, 0);
  thrd_create(&t1, (thrd_start_t)&a, NULL);
  thrd_create(&t2, (thrd_start_t)&b, NULL);
  thrd_join(t1);
  thrd_join(t2);
  return 0;
}
