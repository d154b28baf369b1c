// The last reference frees the object. The bug: a new reference is taken from a pointer that is not counted.
// case: --check leaks => verified
// case: -- -DBUG => error use-after-free
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static struct object *take(struct object *o) {
  atomic_fetch_add_explicit(&o->references, 1, memory_order_relaxed);
  return o;
}

static void drop(struct object *o) {
  if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_acq_rel) == 1)
    free(o);
}

static void *user(void *argument) {
  struct object *o = argument;
#ifdef BUG
  take(o);
#endif
  assert(o->value == 7);
  drop(o);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  struct object *o = malloc(sizeof *o);
  atomic_init(&o->references, 1);
  o->value = 7;
#ifdef BUG
  pthread_create(&t1, NULL, user, o);
  pthread_create(&t2, NULL, user, o);
#else
  pthread_create(&t1, NULL, user, take(o));
  pthread_create(&t2, NULL, user, take(o));
#endif
  drop(o);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
