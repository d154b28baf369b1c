// Several choices in one atomic block, the second of them only sometimes: all combinations are seen.
// case: => error assertion
// case: --algorithm source => error assertion
// case: -- -DRIGHT => verified complete=4
// case: --algorithm naive -- -DRIGHT => verified complete=4
// case: --algorithm sat -- -DRIGHT => verified
// case: --model ra -- -DRIGHT => verified
#include <assert.h>
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int shared;
static void *chooser(void *unused) {
  __VERIFIER_atomic_begin();
  int value = 0;
  if (__VERIFIER_nondet_bool()) {
    value = 1;
    if (__VERIFIER_nondet_bool())
      value = 2;
    else
      value += __VERIFIER_nondet_bool() ? 10 : 20;
  }
  shared = value;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, chooser, 0);
  pthread_join(thread, 0);
#ifdef RIGHT
  assert(shared == 0 || shared == 2 || shared == 11 || shared == 21);
#else
  assert(shared != 21); // BUG
#endif
}
