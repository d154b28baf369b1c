// Spin locks that pass their time: none of what they do between two looks can be noticed.
// case: => verified complete=2 blocked=0
// case: -- -DDELAY=2 => verified complete=2 blocked=0
// case: -- -DDELAY=3 => verified complete=2 blocked=0
// case: -- -DDELAY=4 => verified complete=2 blocked=0
// case: -- -DDELAY=5 => verified complete=2 blocked=0
// case: -- -DDELAY=6 => verified complete=2 blocked=0
// case: -- -DDELAY=7 => verified complete=2 blocked=0
// case: -- -DBUG => error livelock
// case: --model tso => verified
// case: --model pso -- -DDELAY=3 => verified
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock
// case: --model c11 => verified
// case: --model c11 -- -DDELAY=4 => verified
// case: --model c11 -- -DRELAXED => error data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#ifndef DELAY
#define DELAY 1
#endif
#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif

static atomic_int taken;
static int counter;

static void relax(void) { __asm__ __volatile__("" ::: "memory"); }

static void lock(void) {
#if DELAY == 1 // an exponential delay
  int delay = 1;
  while (atomic_exchange_explicit(&taken, 1, ACQUIRE)) {
    for (int i = 0; i < delay; i++)
      relax();
    if (delay < 1024)
      delay *= 2;
  }
#elif DELAY == 2 // giving way every sixteen rounds
  unsigned rounds = 0;
  while (atomic_exchange_explicit(&taken, 1, ACQUIRE))
    if (++rounds % 16 == 0)
      sched_yield();
#elif DELAY == 3 // the same, counted anew
  int rounds = 0;
  while (atomic_exchange_explicit(&taken, 1, ACQUIRE)) {
    if (rounds++ > 10) {
      sched_yield();
      rounds = 0;
    } else {
      relax();
    }
  }
#elif DELAY == 4 // three degrees of patience
  int rounds = 0;
  while (atomic_exchange_explicit(&taken, 1, ACQUIRE)) {
    if (rounds < 10)
      relax();
    else if (rounds < 20)
      sched_yield();
    else
      usleep(rounds);
    rounds++;
  }
#elif DELAY == 5 // a volatile counter
  while (atomic_exchange_explicit(&taken, 1, ACQUIRE))
    for (volatile int i = 0; i < 50; i++)
      ;
#elif DELAY == 6 // a random delay
  unsigned seed = 2463534242u, mask = 1;
  while (atomic_exchange_explicit(&taken, 1, ACQUIRE)) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    for (unsigned i = seed & mask; i > 0; i--)
      relax();
    mask = mask * 2 + 1;
  }
#else // a hundred tries at a time
  for (;;) {
    for (int i = 0; i < 100; i++) {
      int free = 0;
      if (atomic_compare_exchange_strong_explicit(&taken, &free, 1, ACQUIRE,
                                                  memory_order_relaxed))
        return;
      relax();
    }
    sched_yield();
  }
#endif
}

static void unlock(void) {
#ifndef BUG
  atomic_store_explicit(&taken, 0, memory_order_release);
#endif
}

static void *work(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&other, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(counter == 2);
  return 0;
}
