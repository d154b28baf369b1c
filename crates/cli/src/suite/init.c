// Two threads count, with a lock and without. The comments below are the tests.
//
// threadproof: expect=verified
// threadproof: expect=error:data-race -- -DWITHOUT_LOCK

#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
#ifndef WITHOUT_LOCK
  pthread_mutex_lock(&lock);
#endif
  counter = counter + 1;
#ifndef WITHOUT_LOCK
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, count, NULL);
  pthread_create(&second, NULL, count, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
}
