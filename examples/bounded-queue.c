// A queue with one place, guarded by a mutex and two condition variables. Correct: nothing is
// lost, nothing comes twice, nobody waits for ever.
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static int full, item;

static void put(int value) {
  pthread_mutex_lock(&mutex);
  while (full)
    pthread_cond_wait(&emptied, &mutex);
  item = value;
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
}

static int get(void) {
  pthread_mutex_lock(&mutex);
  while (!full)
    pthread_cond_wait(&filled, &mutex);
  int value = item;
  full = 0;
  pthread_cond_signal(&emptied);
  pthread_mutex_unlock(&mutex);
  return value;
}

static void *producer(void *unused) {
  for (int i = 1; i <= ITEMS; i++)
    put(i);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 1; i <= ITEMS; i++)
    assert(get() == i);
  pthread_join(thread, NULL);
}
