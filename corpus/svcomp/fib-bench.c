// The Fibonacci race of the competition: two threads add to each other's variable N times; with N=2
// the greatest sum is fib(6) = 8, so 8 can be reached and 9 cannot.
// case: -- -DLIMIT=8 => error assertion rf=unsupported
// case: -- -DLIMIT=9 => verified rf=unsupported
extern void abort(void);
#include <assert.h>
void reach_error() {
  assert(0);
}
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>
#define N 2
int i = 1, j = 1;
void *t1(void *arg) {
  for (int k = 0; k < N; k++) {
    __VERIFIER_atomic_begin();
    i += j;
    __VERIFIER_atomic_end();
  }
  return NULL;
}
void *t2(void *arg) {
  for (int k = 0; k < N; k++) {
    __VERIFIER_atomic_begin();
    j += i;
    __VERIFIER_atomic_end();
  }
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t id1, id2;
  pthread_create(&id1, NULL, t1, NULL);
  pthread_create(&id2, NULL, t2, NULL);
  __VERIFIER_atomic_begin();
  int condI = i >= LIMIT, condJ = j >= LIMIT;
  __VERIFIER_atomic_end();
  if (condI || condJ) {
  ERROR: {
    reach_error();
    abort();
  }
  }
  return 0;
}
