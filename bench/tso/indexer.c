// Two threads insert messages into a hash table with a mutex for each slot.
// Both get the address of one variable as their number, which main changes in between.
// From: SV-COMP; Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1. Loop bound: 5.
// N: messages per thread (default 4).
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif
#define SIZE 8
#define THREADS 2

static volatile int table[SIZE];
static pthread_mutex_t locks[SIZE] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static bool compare_and_set(int h, int expected, int value) {
  bool done = false;
  pthread_mutex_lock(&locks[h]);
  if (table[h] == expected) {
    table[h] = value;
    done = true;
  }
  pthread_mutex_unlock(&locks[h]);
  return done;
}

static void *insert(void *argument) {
  int tid = *(volatile int *)argument;
  for (int k = 1; k <= N; k++) {
    int w = 11 * k + tid;
    int h = (7 * w) % SIZE;
    if (h < 0)
      assert(0);
    while (!compare_and_set(h, 0, w))
      h = (h + 1) % SIZE;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  volatile int arg;
  for (int t = 0; t < THREADS; t++) {
    arg = t;
    pthread_create(&threads[t], NULL, insert, (void *)&arg);
  }
  for (int t = 0; t < THREADS; t++)
    pthread_join(threads[t], NULL);
  return 0;
}
