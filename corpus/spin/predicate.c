// A function waits until another one, which its caller names, says yes.
// case: => verified complete=1
// case: --model tso => verified complete=1
// case: --model c11 => verified complete=1
// case: -- -DBUG => error livelock line=20
// case: --model c11 -- -DBUG => error livelock line=20
// case: --model tso -- -DBUG => error livelock line=20
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

struct queue {
  atomic_int state;
  int value;
};

static bool is_ready(const struct queue *queue) {
  int state = atomic_load_explicit(&queue->state, memory_order_acquire);
  if (state == 0)
    return false;
  return state > 1;
}

static void wait_until(bool (*holds)(const struct queue *), const struct queue *queue) {
  unsigned rounds = 0;
  while (!holds(queue))
    if (++rounds % 16 == 0)
      sched_yield();
}

static struct queue queue;

static void *fill(void *unused) {
  queue.value = 7;
  atomic_store_explicit(&queue.state, 1, memory_order_relaxed);
#ifndef BUG
  atomic_store_explicit(&queue.state, 2, memory_order_release);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fill, NULL);
  wait_until(is_ready, &queue);
  assert(queue.value == 7);
  pthread_join(thread, NULL);
  return 0;
}
