// An atomic structure of 8 bytes is one access; one of 16 bytes is a section with two.
// case: => verified complete=4
// case: -- -DWIDE => verified complete=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
typedef struct {
  int version;
  int value;
#ifdef WIDE
  long more;
#endif
} pair;
static _Atomic pair p;
static void *t(void *a) {
  pair old = atomic_load(&p), new;
  do {
    new = old;
    new.version++;
    new.value += 10;
  } while (!atomic_compare_exchange_weak(&p, &old, new));
  return a;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pair r = p;
  assert(r.version == 2 && r.value == 20);
}
