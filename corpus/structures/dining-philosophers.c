// Three philosophers. The bug: all take the left fork first.
// case: => verified
// case: -- -DBUG => error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define N 3

static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals;
static pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;

static void *philosopher(void *argument) {
  int left = (int)(intptr_t)argument, right = (left + 1) % N;
#ifdef BUG
  int first = left, second = right;
#else
  int first = left < right ? left : right, second = left < right ? right : left;
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_lock(&count);
  meals++;
  pthread_mutex_unlock(&count);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  assert(meals == N);
  return 0;
}
