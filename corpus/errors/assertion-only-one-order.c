// The assertion fails in exactly one of the six orders of three writes.
// case: => error assertion line=24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int history;

static void *append(void *argument) {
  int digit = (int)(intptr_t)argument;
  int before = atomic_load(&history);
  while (!atomic_compare_exchange_strong(&history, &before, before * 10 + digit))
    ;
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, append, (void *)(intptr_t)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(atomic_load(&history) != 321); // BUG
  return 0;
}
