// Signed overflow wraps and is no error here; the assertion about the sum is.
// case: => error assertion
#include <assert.h>
#include <limits.h>
#include <pthread.h>
int x = INT_MAX;
void *t(void *a) {
  __sync_fetch_and_add(&x, 1);
  return 0;
}
int main() {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  pthread_join(a, 0);
  assert(x > 0);
}
