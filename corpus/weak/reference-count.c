// Reference counts by read-modify-writes: whoever drops the last one sees all that was stored before.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => verified rf=unsupported
#include "weak.h"
#include <stdlib.h>

struct object {
  atomic_int references;
  int notes[2];
};

static struct object *shared;

static void *user(int me) {
  shared->notes[me] = 1;
  if (add(&shared->references, -1) == 1) {
    assert(shared->notes[0] == 1 && shared->notes[1] == 1);
    free(shared);
  }
  return NULL;
}

static void *thread_0(void *unused) {
  (void)unused;
  return user(0);
}

static void *thread_1(void *unused) {
  (void)unused;
  return user(1);
}

int main(void) {
  shared = malloc(sizeof *shared);
  shared->notes[0] = shared->notes[1] = 0;
  store(&shared->references, 2);
  RUN(thread_0, thread_1);
  return 0;
}
