// Ways to wait for a flag.
// case: => verified complete=1 blocked=0
// case: -- -DFORM=1 => verified complete=1 blocked=0
// case: -- -DFORM=2 => verified complete=1 blocked=0
// case: -- -DFORM=3 => verified complete=1 blocked=0
// case: -- -DFORM=4 => verified complete=1 blocked=1
// case: -- -DFORM=5 => verified complete=1 blocked=0
// case: -- -DFORM=6 => verified complete=1 blocked=1
// case: -- -DBUG => error livelock line=28
// case: -- -DBUG -DFORM=3 => error livelock
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock line=28
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

static atomic_bool flag;
static atomic_short number;
static int data;

static bool is_set(void) { return atomic_load_explicit(&flag, memory_order_acquire); }

static void wait(void) {
#if !defined FORM
  while (!atomic_load(&flag))
    ;
#elif FORM == 1
  while (!is_set())
    sched_yield();
#elif FORM == 2
  for (;;) {
    if (is_set())
      break;
    usleep(10);
  }
#elif FORM == 3
  while (atomic_load(&number) < 3)
    __builtin_ia32_pause();
#elif FORM == 4
  while (atomic_load(&number) % 4 != 3)
    ;
#elif FORM == 5
  do
    ;
  while (!(atomic_load(&number) & 1));
#elif FORM == 6
  bool done = false;
  while (!done)
    done = 3 == atomic_load(&number);
#endif
}

static void *receive(void *unused) {
  (void)unused;
  wait();
  assert(data == 42);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, receive, NULL);
  data = 42;
#ifndef BUG
#if !defined FORM || FORM < 3
  atomic_store_explicit(&flag, true, memory_order_release);
#else
  atomic_store(&number, 3);
#endif
#endif
  pthread_exit(NULL);
}
