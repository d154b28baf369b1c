// A reference count as in std::shared_ptr: taking one more needs no order, giving one back releases, and
// the last one acquires before it frees.
// case: --model c11 => verified
// case: --model c11 -- -DDROP=relaxed => error use-after-free
// case: --model c11 -- -DLAST=relaxed => error use-after-free
// case: --model sc -- -DDROP=relaxed => verified
#include "c11.h"

#ifndef DROP
#define DROP release
#endif
#ifndef LAST
#define LAST acquire
#endif

struct object {
  atomic_int count;
  int value;
};

static struct object *shared;

static void drop(struct object *object) {
  if (sub(&object->count, 1, DROP) == 1) {
    fence(LAST);
    free(object);
  }
}

static void *user(void *unused) {
  (void)unused;
  // A copy for as long as it is used.
  add(&shared->count, 1, relaxed);
  drop(shared);
  assert(shared->value == 1);
  drop(shared);
  return NULL;
}

int main(void) {
  shared = malloc(sizeof *shared);
  atomic_init(&shared->count, 2);
  shared->value = 1;
  RUN(user, user);
  return 0;
}
