// A thread joins another one on one of its two ways only; on that way its own end comes after that one's, too.
// case: --algorithm optimal => verified complete=3
// case: --algorithm sat => verified
// case: --algorithm sat --model tso => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, joined, x;

static void *last(void *unused) {
  atomic_exchange(&x, 1);
  return unused;
}

static void *middle(void *unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, last, NULL);
  if (atomic_load(&flag) == 1) {
    pthread_join(thread, NULL);
    atomic_store(&joined, 1);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, middle, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  if (atomic_load(&joined))
    assert(atomic_load(&x) == 1);
  else
    atomic_load(&x);
}
