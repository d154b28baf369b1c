// A thread that waits in the middle of an atomic block: nobody could run to let it go on, and what
// others see of the block so far is not defined. `first` may take the mutex before or after the block.
// case: => inconclusive unsupported
// case: --algorithm source => inconclusive unsupported
// case: --model tso => inconclusive unsupported
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *first(void *unused) {
  pthread_mutex_lock(&m);
  assert(inside == 0);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *second(void *unused) {
  __VERIFIER_atomic_begin();
  inside = 1;
  pthread_mutex_lock(&m);
  inside = 0;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
