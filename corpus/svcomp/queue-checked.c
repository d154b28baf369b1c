// A queue under a mutex; the consumer checks order and values.
// case: => verified
#include <assert.h>
#include <pthread.h>

#define SIZE 3

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cells[SIZE], head, tail, stored[SIZE];

static void *enqueue(void *unused) {
  (void)unused;
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    cells[tail++] = 10 * i;
    stored[i] = 10 * i;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

static void *dequeue(void *unused) {
  (void)unused;
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    if (head < tail) {
      assert(cells[head] == stored[head]);
      head++;
    }
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, enqueue, NULL);
  pthread_create(&t2, NULL, dequeue, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
