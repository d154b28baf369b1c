// What one branch does after a join says nothing of the other branch, which writes before it joins.
// case: => error assertion
// case: --model tso => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, x, y;

static void *raise(void *unused) {
  atomic_store(&flag, 1);
  if (atomic_load(&y) == 1)
    atomic_store(&y, 2);
  return unused;
}

static void *write(void *unused) {
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, raise, NULL);
  pthread_create(&b, NULL, write, NULL);
  if (atomic_load(&flag) == 1) {
    atomic_store(&x, 1);
    pthread_join(b, NULL);
    assert(atomic_load(&x) == 1);
  } else {
    pthread_join(b, NULL);
    atomic_store(&y, 1);
  }
  pthread_join(a, NULL);
}
