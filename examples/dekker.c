// Dekker's entry: each thread raises its flag, and goes in only if the other one's is down.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int inside; // only ever touched by the one that went in

static void *enter(void *number) {
  int me = *(int *)number;
  atomic_store_explicit(&flag[me], 1, memory_order_release);
#ifdef FIXED
  atomic_thread_fence(memory_order_seq_cst);
#endif
  if (atomic_load_explicit(&flag[1 - me], memory_order_acquire) == 0) {
    inside++;
    assert(inside == 1);
    inside--;
  }
  atomic_store_explicit(&flag[me], 0, memory_order_release);
  return NULL;
}

int main(void) {
  static int numbers[2] = {0, 1};
  pthread_t other;
  pthread_create(&other, NULL, enter, &numbers[1]);
  enter(&numbers[0]);
  pthread_join(other, NULL);
}
