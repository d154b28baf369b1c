// N threads, each replaces its number by the next one: one class for each point at which the
// chain breaks off. With two threads: 0->1 then 1->2, or the second first and failing.
// case: => verified complete=2
#include <pthread.h>
#include <stdatomic.h>
#define N 2
atomic_int x;
int idx[N];
void *rot(void *p) {
  int i = *(int *)p, e = i;
  atomic_compare_exchange_strong(&x, &e, i + 1);
  return NULL;
}
int main() {
  pthread_t t[N];
  for (int i = 0; i < N; i++) {
    idx[i] = i;
    pthread_create(&t[i], NULL, rot, &idx[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
}
