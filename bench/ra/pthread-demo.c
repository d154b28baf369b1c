// pthread-demo: two threads increment a counter under a mutex.
// From: SV-COMP; Abdulla et al., "Optimal Stateless Model Checking under the Release-Acquire
// Semantics", table 3.
// N: rounds per thread (default 10); there are C(2N, N) orders.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 10
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int g;

static void *count(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    g = g + 1;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, count, NULL);
  pthread_create(&t2, NULL, count, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(g == 2 * N);
  return 0;
}
