// threadproof check deadlock.c
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *backward(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, backward, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); // the other order: both may wait for ever
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(other, NULL);
}
