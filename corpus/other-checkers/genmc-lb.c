// Load buffering is forbidden under all models here.
// case: => verified complete=3
// case: --model tso => verified complete=3
// case: --model pso => verified complete=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
void *t1(void *u) {
  a = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}
void *t2(void *u) {
  b = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}
int main() {
  pthread_t p, q;
  pthread_create(&p, NULL, t1, NULL);
  pthread_create(&q, NULL, t2, NULL);
  pthread_join(p, NULL);
  pthread_join(q, NULL);
  assert(!(a == 1 && b == 1));
}
