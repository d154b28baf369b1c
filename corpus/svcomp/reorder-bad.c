// reorder_N_bad: N - 1 threads set a and then b, one looks at both; that they are out of step shows within
// two executions, however many threads there are.
// case: --algorithm rf --max-executions 2 -- -DN=3 => error assertion
// case: --algorithm rf --max-executions 2 -- -DN=4 => error assertion
// case: --algorithm rf --max-executions 2 -- -DN=5 => error assertion
// case: --algorithm rf --max-executions 2 -- -DN=10 => error assertion
// case: --algorithm rf --max-executions 2 -- -DN=20 => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *setter(void *unused) {
  (void)unused;
  atomic_store(&a, 1);
  atomic_store(&b, -1);
  return NULL;
}

static void *checker(void *unused) {
  (void)unused;
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N - 1; i++)
    pthread_create(&threads[i], NULL, setter, NULL);
  pthread_create(&threads[N - 1], NULL, checker, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
