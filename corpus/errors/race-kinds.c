// Data races of many kinds, each by a switch; none without a switch.
// case: --check races => verified
// case: --check races -- -DMEMCPY => error data-race
// case: --check races -- -DSTRUCT => error data-race
// case: --check races -- -DHEAP => error data-race
// case: --check races -- -DATOMIC_PLAIN => error data-race
// case: --check races -- -DFREE => error data-race
// case: --check races -- -DRELAXED => error data-race
// case: --check races -- -DPRINTF => error data-race
// case: --model ra -- -DMEMCPY => error data-race
// case: --model ra -- -DSTRUCT => error data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s {
  int a, b;
};
static struct s g, h;
static char buf[4], from[4];
static int *heap;
static atomic_int at, flag;
static int data;
static void *t(void *p) {
#ifdef MEMCPY
  memcpy(buf, from, 4);
#elif defined STRUCT
  g = h;
#elif defined HEAP
  heap[1] = 2;
#elif defined ATOMIC_PLAIN
  *(int *)&at = 4;
#elif defined FREE
  free(heap);
  heap = 0;
#elif defined RELAXED
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
#elif defined PRINTF
  printf("%d\n", data);
#else
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
#endif
  return p;
}
int main(void) {
  heap = malloc(8);
  heap[1] = 0;
  pthread_t x;
  pthread_create(&x, 0, t, 0);
#ifdef MEMCPY
  buf[3] = 1;
#elif defined STRUCT
  g.b = 1;
#elif defined HEAP
  heap[1] = 3;
#elif defined ATOMIC_PLAIN
  atomic_load(&at);
#elif defined FREE
  if (heap)
    *heap = 1;
#elif defined RELAXED
  if (atomic_load_explicit(&flag, memory_order_acquire))
    data = 2;
#elif defined PRINTF
  data = 2;
#else
  if (atomic_load_explicit(&flag, memory_order_acquire))
    data = 2;
#endif
  pthread_join(x, 0);
}
