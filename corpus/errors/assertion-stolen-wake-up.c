// One item, two consumers that test with if: who wakes up may find nothing.
// case: => error assertion line=15
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  if (items == 0)
    pthread_cond_wait(&changed, &m);
  assert(items > 0); // BUG
  items--;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, consumer, NULL);
  pthread_create(&t2, NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
