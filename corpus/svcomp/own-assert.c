// __VERIFIER_assert and reach_error are defined by the program itself, as the competition demands.
// case: => error assertion
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() {
  __assert_fail("0", "own-assert.c", 5, "reach_error");
}
void __VERIFIER_assert(int expression) {
  if (!expression) {
  ERROR: {
    reach_error();
    abort();
  }
  }
  return;
}
#include <pthread.h>
int x;
void *t(void *a) {
  int v = x;
  x = v + 1;
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(x == 2);
}
