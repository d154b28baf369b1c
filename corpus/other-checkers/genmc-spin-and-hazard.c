// GenMC: a loop marked by hand, hazard pointers, threads by its own names.
// case: => verified
// case: --model tso => verified
#include <stdatomic.h>
#include <pthread.h>
#include <genmc.h>
#include <assert.h>
#include <stdlib.h>
atomic_int ready; _Atomic(int *) shared;
void *producer(void *_) { int *p = malloc(sizeof *p); *p = 42; atomic_store_explicit(&shared, p, memory_order_release); return NULL; }
void *consumer(void *_) {
  int *p;
  __VERIFIER_loop_begin();
  do { __VERIFIER_spin_start(); p = atomic_load_explicit(&shared, memory_order_acquire); __VERIFIER_spin_end(p != NULL); } while (p == NULL);
  __VERIFIER_hp_t *hp = __VERIFIER_hp_alloc();
  int *q = __VERIFIER_hp_protect(hp, &shared);
  assert(*q == 42);
  __VERIFIER_hp_clear(hp);
  __VERIFIER_hp_free(hp);
  return NULL;
}
int main() { pthread_t a, b; pthread_create(&a, NULL, producer, NULL); pthread_create(&b, NULL, consumer, NULL); pthread_join(a,0); pthread_join(b,0); return 0; }
