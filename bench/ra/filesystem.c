// filesystem(N): threads allocate inodes and blocks, each under its own mutex.
// Up to 13 threads never meet; with more, some blocks are fought for.
// From: Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software";
// Abdulla et al., "Optimal Stateless Model Checking under the Release-Acquire Semantics", table 2.
// N: number of threads (default 16).
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 16
#endif
#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void *allocate(void *argument) {
  int i = (int)(intptr_t)argument % INODES;
  pthread_mutex_lock(&inode_locks[i]);
  if (inode[i] == 0) {
    int b = (2 * i) % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_locks[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inode[i] = b + 1;
        pthread_mutex_unlock(&block_locks[b]);
        break;
      }
      pthread_mutex_unlock(&block_locks[b]);
      b = (b + 1) % BLOCKS;
    }
  }
  pthread_mutex_unlock(&inode_locks[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < INODES; i++)
    pthread_mutex_init(&inode_locks[i], NULL);
  for (int b = 0; b < BLOCKS; b++)
    pthread_mutex_init(&block_locks[b], NULL);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, allocate, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
