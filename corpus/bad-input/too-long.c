// A search that does not end in time.
// case: --timeout 1 --algorithm optimal => inconclusive timeout
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *unused) {
  (void)unused;
  for (int i = 0; i < 8; i++)
    atomic_store(&x, i);
  return NULL;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 8; i++)
    pthread_create(&t, NULL, writer, NULL);
  return 0;
}
