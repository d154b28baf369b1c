// A fence for signal handlers orders nothing between threads, whatever its order is.
// case: --model c11 => error data-race
// case: --model c11 -- -Dplace=atomic_thread_fence => verified complete=2
#include "c11.h"

#ifndef place
#define place atomic_signal_fence
#endif

static atomic_int flag;
static int data;

static void *writer(void *unused) {
  (void)unused;
  data = 1;
  place(seq_cst);
  store(&flag, 1, relaxed);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  if (load(&flag, relaxed)) {
    place(seq_cst);
    assert(data == 1);
  }
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
