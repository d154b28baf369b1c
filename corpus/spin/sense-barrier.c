// A sense-reversing barrier, used twice.
// case: => verified blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: -- -DBUG => error livelock line=26
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock line=26
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define N 2

static atomic_int left = N;
static atomic_int sense;
static atomic_int arrived;

static void wait_for_all(int own) {
  if (atomic_fetch_sub(&left, 1) == 1) {
    atomic_store(&left, N);
#ifndef BUG
    atomic_store(&sense, own);
#endif
  } else {
    while (atomic_load(&sense) != own) // spins
      sched_yield();
  }
}

static void *work(void *unused) {
  (void)unused;
  atomic_fetch_add(&arrived, 1);
  wait_for_all(1);
  assert(atomic_load(&arrived) >= N);
  wait_for_all(0);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  pthread_exit(NULL);
}
