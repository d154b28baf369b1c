// A barrier separates two phases of plain accesses.
// case: --check races => verified
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cells[2];

static void *work(void *argument) {
  int me = (int)(intptr_t)argument;
  cells[me] = 1;
  pthread_barrier_wait(&barrier);
  assert(cells[1 - me] == 1);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t0, NULL, work, (void *)(intptr_t)0);
  pthread_create(&t1, NULL, work, (void *)(intptr_t)1);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
