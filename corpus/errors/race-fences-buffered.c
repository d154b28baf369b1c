// Fences order the plain stores before and after them in the thread's store buffer, too.
// case: --check races => verified
// case: --check races --model tso => verified
// case: --check races --model pso => verified
// case: --model ra => verified
// case: --check races --model tso -- -DADD => verified
// case: --check races --model pso -- -DADD => verified
// case: --check races -- -DLATE_RELEASE => error data-race
// case: --check races --model tso -- -DLATE_RELEASE => error data-race
// case: --check races --model pso -- -DLATE_RELEASE => error data-race
// case: --check races -- -DLATE_ACQUIRE => error data-race
// case: --check races --model tso -- -DLATE_ACQUIRE => error data-race
// case: --check races --model pso -- -DLATE_ACQUIRE => error data-race
// case: --check races -- -DEARLY => error data-race
// case: --check races --model tso -- -DEARLY => error data-race
// case: --check races --model pso -- -DEARLY => error data-race
#include <pthread.h>
#include <stdatomic.h>

static int data, other;
static atomic_int flag;

static void *writer(void *unused) {
#ifdef EARLY
  other = 1;
  atomic_thread_fence(memory_order_release);
  data = 1; // BUG: behind the fence.
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
#elif defined LATE_RELEASE
  data = 1; // BUG: nothing releases it before the flag is set.
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
#elif defined ADD
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
#else
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifdef LATE_ACQUIRE
    data = 2;
    atomic_thread_fence(memory_order_acquire);
#else
    atomic_thread_fence(memory_order_acquire);
    data = 2;
#endif
  }
  pthread_join(t, NULL);
  return 0;
}
