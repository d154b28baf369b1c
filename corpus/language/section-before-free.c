// A section uses the object only if the pointer is still there; main clears the pointer in a section before it frees the
// object. If the section comes first, it uses the object in time.
// case: --model c11 --no-check races => verified complete=2
// case: --model sc --algorithm optimal => verified complete=2
// case: --model sc --algorithm rf => inconclusive unsupported
// case: --model tso --algorithm optimal => verified complete=2
// case: --model pso --algorithm optimal => verified complete=2
// case: --model ra => verified complete=2
// case: -- -DBUG => error use-after-free
// case: --model sc -- -DBUG => error use-after-free
// case: --model ra -- -DBUG => error use-after-free
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int *shared;

static void *user(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  int *seen = shared;
  if (seen)
    *seen += 1;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *mine = malloc(sizeof *mine);
  *mine = 0;
  shared = mine;
  pthread_create(&thread, NULL, user, NULL);
#ifndef BUG
  __VERIFIER_atomic_begin();
  shared = NULL;
  __VERIFIER_atomic_end();
#endif
  free(mine);
  pthread_join(thread, NULL);
  return 0;
}
