// Readers always see a complete version. The bug: the current version is changed in place.
// case: --check races => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct version {
  int a, b;
};

static struct version versions[2] = {{1, 1}};
static _Atomic(struct version *) current = &versions[0];

static void *writer(void *unused) {
  (void)unused;
#ifdef BUG
  struct version *v = atomic_load(&current);
#else
  struct version *v = &versions[1];
#endif
  v->a = 2;
  v->b = 2;
  atomic_store(&current, v);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  struct version *v = atomic_load(&current);
  assert(v->a == v->b);
  pthread_join(t, NULL);
  return 0;
}
