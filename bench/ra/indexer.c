// indexer(N): threads insert messages into a hash table with a mutex for each slot.
// Up to 11 threads never meet; with more, some slots are fought for.
// From: Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software";
// Abdulla et al., "Optimal Stateless Model Checking under the Release-Acquire Semantics", table 2.
// N: number of threads (default 13).
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef N
#define N 13
#endif
#define SIZE 128
#define MAX 4

static pthread_mutex_t locks[SIZE];
static int table[SIZE];

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
  int t = (int)(intptr_t)argument;
  for (int m = 1; m <= MAX; m++) {
    int w = m * 11 + t;
    int h = (w * 7) % SIZE;
    while (!compare_and_set(h, 0, w))
      h = (h + 1) % SIZE;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < SIZE; i++)
    pthread_mutex_init(&locks[i], NULL);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, insert, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
