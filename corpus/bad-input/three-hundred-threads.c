// Three hundred threads that do not meet.
// case: => verified complete=1
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define THREADS 300

static atomic_int cells[THREADS];

static void *work(void *argument) {
  atomic_store(&cells[(intptr_t)argument], 1);
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  return 0;
}
