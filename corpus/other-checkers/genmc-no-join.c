// Threads that nobody joins are explored all the same.
// case: => error assertion
#include <stdlib.h>
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int x, y;
void *a(void *u) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  return NULL;
}
void *b(void *u) {
  int r = atomic_load(&y);
  int s = atomic_load(&x);
  assert(!(r == 0 && s == 1));
  return NULL;
}
int main() {
  pthread_t t1, t2;
  if (pthread_create(&t1, NULL, a, NULL))
    abort();
  if (pthread_create(&t2, NULL, b, NULL))
    abort();
  return 0;
}
