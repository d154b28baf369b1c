// GenMC's style: stdatomic, relaxed operations, variants by -DN. The increments of N threads by
// fetch-and-add have N! orders, which make no difference to anybody.
// case: --no-commute -- -DN=3 => verified complete=6
// case: -- -DN=3 => verified complete=1
// case: --model tso -- -DN=3 => verified complete=6
#include <stdlib.h>
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int x;
void *thread_n(void *unused) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}
int main() {
  pthread_t t[N];
  for (int i = 0u; i < N; i++) {
    if (pthread_create(&t[i], NULL, thread_n, NULL))
      abort();
  }
  for (int i = 0u; i < N; i++)
    if (pthread_join(t[i], NULL))
      abort();
  assert(x == N);
  return 0;
}
