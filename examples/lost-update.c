// Two visitors pass a gate, and each counts itself. Can a visitor be lost?
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int visitors;

static void *visit(void *unused) {
  int seen = atomic_load(&visitors);
  atomic_store(&visitors, seen + 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, visit, NULL);
  pthread_create(&second, NULL, visit, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(visitors == 2);
}
