// CDSChecker: bodies of threads that return nothing, without a cast.
// case: => verified
// case: --model ra => verified
// case: -- -DBUG => error assertion
#include <atomic>
#include <threads.h>
#include "librace.h"
#include "model-assert.h"
static std::atomic<unsigned> waiting, phase;
static uint32_t var;
static void wait_for_all(unsigned count) {
  unsigned now = phase.load();
  if (waiting.fetch_add(1) + 1 == count) {
    waiting.store(0);
    phase.fetch_add(1);
  } else {
    while (phase.load() == now)
      thrd_yield();
  }
}
static void writer(void *) {
  store_32(&var, 1);
  wait_for_all(2);
}
static void reader(void *) {
#ifndef BUG
  wait_for_all(2);
#endif
  MODEL_ASSERT(load_32(&var) == 1);
#ifdef BUG
  wait_for_all(2);
#endif
}
int user_main(int, char **) {
  thrd_t a, b;
  thrd_create(&a, &writer, NULL);
  thrd_create(&b, reader, NULL);
  thrd_join(a);
  thrd_join(b);
  return 0;
}
