// A barrier with a generation: who is not the last waits until it changes, and gives way now and then.
// case: => verified blocked=0
// case: -- -DBUG => error livelock
// case: --model tso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DRELAXED => error data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif

static atomic_uint generation;
static atomic_int arrived;
static int data[2];

static void barrier(void) {
  unsigned mine = atomic_load_explicit(&generation, memory_order_relaxed);
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) == 1) {
#ifdef BUG // the next generation counts from two on
#else
    atomic_store_explicit(&arrived, 0, memory_order_relaxed);
#endif
    atomic_fetch_add_explicit(&generation, 1, memory_order_release);
  } else {
    int rounds = 0;
    while (atomic_load_explicit(&generation, ACQUIRE) == mine) {
      if (++rounds == 100) {
        rounds = 0;
        sched_yield();
      }
    }
  }
}

static void *work(void *argument) {
  long me = (long)argument;
  data[me] = 1;
  barrier();
  assert(data[1 - me] == 1);
  barrier();
  data[me] = 2;
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, work, (void *)0);
  pthread_create(&other, NULL, work, (void *)1);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
