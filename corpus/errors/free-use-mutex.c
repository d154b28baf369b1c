// The mutex inside an object is unlocked after another thread freed the object.
// case: => error use-after-free
#include <pthread.h>
#include <stdlib.h>

struct object {
  pthread_mutex_t m;
  int references;
};

static void *release(void *argument) {
  struct object *o = argument;
  pthread_mutex_lock(&o->m);
  int left = --o->references;
  if (left == 0)
    free(o);
  pthread_mutex_unlock(&o->m);
  return NULL;
}

int main(void) {
  struct object *o = malloc(sizeof *o);
  pthread_mutex_init(&o->m, NULL);
  o->references = 1;
  release(o);
  return 0;
}
