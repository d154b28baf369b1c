// The thread that was joined has left another one behind, which steps in between the join and what follows it.
// case: => error assertion line=26
// case: --model tso => error assertion line=26
// case: --model pso => error assertion line=26
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *grandchild(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

static void *child(void *unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, grandchild, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, child, NULL);
  pthread_join(thread, NULL);
  assert(atomic_load(&x) == 0);
}
