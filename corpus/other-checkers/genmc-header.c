// The header genmc.h and its hints; a hazard pointer keeps what it protects.
// case: => verified
// case: -- -DBUG => error use-after-free
#include <genmc.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic current;
static atomic_int go;
static void *reader(void *unused) {
  await_while (!atomic_load(&go))
    ;
  __VERIFIER_hp_t *hazard = __VERIFIER_hp_alloc();
#ifdef BUG
  int *object = current;
#else
  int *object = __VERIFIER_hp_protect(hazard, &current);
#endif
  assert(*object == 1 || *object == 2);
  __VERIFIER_hp_clear(hazard);
  __VERIFIER_hp_free(hazard);
  return 0;
}
static int *new_object(int value) {
  int *object = malloc(sizeof *object);
  *object = value;
  return object;
}
int main(void) {
  pthread_t thread;
  current = new_object(1);
  pthread_create(&thread, 0, reader, 0);
  go = 1;
  __VERIFIER_hp_retire(atomic_exchange(&current, new_object(2)));
  pthread_join(thread, 0);
}
