// A producer and a consumer alternate with a condition variable.
// case: => verified
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (items > 0)
      pthread_cond_wait(&empty, &m);
    items++;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

static void *consume(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (items == 0)
      pthread_cond_wait(&full, &m);
    items--;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, produce, NULL);
  pthread_create(&c, NULL, consume, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  assert(items == 0);
  return 0;
}
