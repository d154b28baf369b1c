// More executions than the limit allows.
// case: --max-executions 10 --algorithm optimal => inconclusive execution-limit
// case: --max-executions 25 --algorithm optimal => verified complete=24
// case: => verified complete=24
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *writer(void *argument) {
  atomic_store(&x, (int)(intptr_t)argument);
  return NULL;
}

int main(void) {
  pthread_t t;
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&t, NULL, writer, (void *)i);
  return 0;
}
