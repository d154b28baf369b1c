// A semaphore hands plain data over.
// case: --check races => verified
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int data;

static void *producer(void *unused) {
  (void)unused;
  data = 1;
  sem_post(&full);
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, producer, NULL);
  sem_wait(&full);
  assert(data == 1);
  pthread_join(t, NULL);
  return 0;
}
