// A local variable and an object of the heap that only their thread uses, unless another one has asked for pointers to
// them: that one comes when both are gone.
// case: => error use-after-free
// case: --model sc => error use-after-free
// case: -- -DLOCAL => error use-after-free
// case: --model sc -- -DLOCAL => error use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int asked;
static _Atomic(int *) slot;

static void work(int *object) {
  *object = 0;
  for (int i = 0; i < 10; i++)
    *object = *object + 1;
}

static void use(void) {
#ifdef LOCAL
  int local;
  int *object = &local;
#else
  int *object = malloc(sizeof *object);
#endif
  work(object);
  int *seen = atomic_load(&asked) ? object : NULL;
#ifndef LOCAL
  free(object);
#endif
  atomic_store(&slot, seen);
}

static void *create(void *unused) {
  use();
  atomic_load(&asked);
  return unused;
}

static void *look(void *unused) {
  atomic_store(&asked, 1);
  int *object = atomic_load(&slot);
  if (object)
    *object = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, create, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
