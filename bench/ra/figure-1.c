// Two threads write one variable and read it: four Shasha-Snir traces, three weak traces.
// From: Abdulla et al., "Optimal Stateless Model Checking under the Release-Acquire Semantics", figure 1.
// No parameters.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *first(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_release);
  int a = atomic_load_explicit(&x, memory_order_acquire);
  (void)a;
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 2, memory_order_release);
  int b = atomic_load_explicit(&x, memory_order_acquire);
  (void)b;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  return 0;
}
