// An input that a thread returns reaches whoever joins it, and is still an input there.
// case: -- -DCASE=1 => inconclusive unsupported
// case: -- -DCASE=2 => inconclusive unsupported
// case: -- -DCASE=3 => inconclusive unsupported
// case: -- -DCASE=4 => inconclusive unsupported
// case: --algorithm optimal -- -DCASE=5 => verified
// case: --model c11 -- -DCASE=5 => verified
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

int __VERIFIER_nondet_int(void);

static void *body(void *unused) {
  (void)unused;
#if CASE == 2
  pthread_exit((void *)(intptr_t)__VERIFIER_nondet_int());
#endif
  return (void *)(intptr_t)__VERIFIER_nondet_int();
}

static int other_body(void *unused) {
  (void)unused;
#if CASE == 4
  thrd_exit(__VERIFIER_nondet_int());
#endif
  return __VERIFIER_nondet_int();
}

int main(void) {
#if CASE == 3 || CASE == 4
  thrd_t thread;
  int result;
  thrd_create(&thread, other_body, 0);
  thrd_join(thread, &result);
  assert(result != 66);
#else
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, body, 0);
  pthread_join(thread, &result);
#if CASE != 5
  assert((intptr_t)result != 4711);
#endif
#endif
}
