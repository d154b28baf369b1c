// A writer may hold the lock when main tries to read-lock it.
// case: => error assertion line=25
// case: --model sc => error assertion line=25
// case: --model tso => error assertion line=25
// case: --model ra => error assertion line=25
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int failed = pthread_rwlock_tryrdlock(&lock);
  if (!failed)
    pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  assert(!failed);
  return 0;
}
