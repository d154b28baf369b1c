// A compare-and-swap as a function whose name makes it atomic.
// case: => verified
// case: -- -DPLAIN => error assertion
#include <pthread.h>
#include <assert.h>
#ifdef PLAIN
#define CAS cas
#else
#define CAS __VERIFIER_atomic_cas
#endif
int top, taken;
void CAS(int *v, int e, int u, int *r) {
  if (*v == e) {
    *v = u;
    *r = 1;
  } else {
    *r = 0;
  }
}
void *t(void *a) {
  int r;
  CAS(&top, 0, 1, &r);
  if (r) {
    __sync_fetch_and_add(&taken, 1);
  }
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(taken == 1);
}
