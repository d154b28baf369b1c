// A semaphore is taken more often than given.
// case: => error deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t items;

static void *consume(void *unused) {
  (void)unused;
  sem_wait(&items);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  sem_init(&items, 0, 1);
  pthread_create(&t1, NULL, consume, NULL);
  pthread_create(&t2, NULL, consume, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
