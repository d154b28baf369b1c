// A bounded buffer with two semaphores and a mutex. The bug: the mutex is taken before the semaphore.
// case: --check races => verified
// case: -- -DBUG => error deadlock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cell;

static void put(int item) {
  sem_wait(&empty);
  pthread_mutex_lock(&m);
  cell = item;
  pthread_mutex_unlock(&m);
  sem_post(&full);
}

static int take(void) {
#ifdef BUG
  pthread_mutex_lock(&m);
  sem_wait(&full);
#else
  sem_wait(&full);
  pthread_mutex_lock(&m);
#endif
  int item = cell;
  pthread_mutex_unlock(&m);
  sem_post(&empty);
  return item;
}

static void *producer(void *unused) {
  (void)unused;
  put(1);
  put(2);
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, producer, NULL);
  assert(take() == 1);
  assert(take() == 2);
  pthread_join(t, NULL);
  return 0;
}
