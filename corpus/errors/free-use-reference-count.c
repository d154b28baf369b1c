// The last reference is tested with a separate load: both threads may free, or use too late.
// case: => error
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static void *release(void *argument) {
  struct object *o = argument;
  atomic_fetch_sub(&o->references, 1);
  if (atomic_load(&o->references) == 0)
    free(o);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  struct object *o = malloc(sizeof *o);
  atomic_init(&o->references, 2);
  pthread_create(&t1, NULL, release, o);
  pthread_create(&t2, NULL, release, o);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
