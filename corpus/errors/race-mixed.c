// An atomic write and a plain read of the same variable race.
// case: --check races => error data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *unused) {
  (void)unused;
  atomic_store(&x, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int seen = *(int *)&x;
  (void)seen;
  pthread_join(t, NULL);
  return 0;
}
