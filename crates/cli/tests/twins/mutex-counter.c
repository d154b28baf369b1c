#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned count;

static void *add(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  assert(count == 3);
}
