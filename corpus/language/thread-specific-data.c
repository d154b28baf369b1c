// Thread-specific data: each thread sees what it stored.
// case: => verified
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_key_t key;

static void *work(void *argument) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, argument);
  assert(pthread_getspecific(key) == argument);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_key_create(&key, NULL);
  pthread_create(&t1, NULL, work, (void *)1);
  pthread_create(&t2, NULL, work, (void *)2);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(pthread_getspecific(key) == NULL);
  return 0;
}
