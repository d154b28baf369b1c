// The number of threads is chosen: one or two.
// case: => error assertion
// case: -- -DLIMIT=2 => verified
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
#ifndef LIMIT
#define LIMIT 1
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
void *t(void *a) {
  pthread_mutex_lock(&m);
  count++;
  assert(count <= LIMIT);
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t id[2];
  int n = 1 + __VERIFIER_nondet_bool();
  for (int i = 0; i < n; i++)
    pthread_create(&id[i], 0, t, 0);
  for (int i = 0; i < n; i++)
    pthread_join(id[i], 0);
}
