// Double-checked locking. Bug 1: no second check under the mutex. Bug 2: the pointer is published relaxed.
// case: --check races => verified
// case: -- -DBUG=1 => error assertion
// case: --check races -- -DBUG=2 => error data-race
// case: --model pso -- -DBUG=2 => error assertion
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(BUG) && BUG == 2
#define READ memory_order_relaxed
#define WRITE memory_order_relaxed
#else
#define READ memory_order_acquire
#define WRITE memory_order_release
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int value;
} object;
static _Atomic(void *) instance;
static int creations;

static void create(void) {
  pthread_mutex_lock(&m);
#if defined(BUG) && BUG == 1
  int missing = 1;
#else
  int missing = atomic_load_explicit(&instance, memory_order_relaxed) == NULL;
#endif
  if (missing) {
    creations++;
    assert(creations == 1);
    object.value = 42;
    atomic_store_explicit(&instance, &object, WRITE);
  }
  pthread_mutex_unlock(&m);
}

static void *user(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&instance, READ) == NULL)
    create();
  assert(object.value == 42);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, user, NULL);
  pthread_create(&t2, NULL, user, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
