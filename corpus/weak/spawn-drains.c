// What was stored before a thread was created is seen by it, and what it stored is seen after joining.
// case: --model sc => verified complete=1 blocked=0
// case: --model tso => verified complete=1 blocked=0
// case: --model pso => verified complete=1 blocked=0
#include "weak.h"

static int before, after;

static void *child(void *unused) {
  (void)unused;
  assert(before == 1);
  after = 2;
  return NULL;
}

int main(void) {
  pthread_t thread;
  before = 1;
  pthread_create(&thread, NULL, child, NULL);
  pthread_join(thread, NULL);
  assert(after == 2);
  return 0;
}
