// Three threads in a ring each hold one mutex and want the next.
// case: => error deadlock
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *eat(void *argument) {
  int left = (int)(intptr_t)argument, right = (left + 1) % 3;
  pthread_mutex_lock(&m[left]);
  pthread_mutex_lock(&m[right]);
  pthread_mutex_unlock(&m[right]);
  pthread_mutex_unlock(&m[left]);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, eat, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
