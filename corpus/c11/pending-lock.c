// The first steps of the queued spin lock of Linux, for two threads: a compare-exchange of the whole word, or a mark that
// somebody waits, a wait for the byte that says that the lock is taken, and a store of one byte to unlock.
// case: --model c11 => verified
// case: --model ra => verified
// case: --model sc => verified
// case: --model c11 -- -DTAKE=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DMARK=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DWAIT=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DUNLOCK=__ATOMIC_RELAXED => error data-race
// case: --model ra --no-check races -- -DFORGET => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef TAKE
#define TAKE __ATOMIC_ACQUIRE
#endif
#ifndef MARK
#define MARK __ATOMIC_ACQUIRE
#endif
#ifndef WAIT
#define WAIT __ATOMIC_ACQUIRE
#endif
#ifndef UNLOCK
#define UNLOCK __ATOMIC_RELEASE
#endif

#define LOCKED 1u
#define PENDING 0x100u

static union {
  uint32_t word;
  uint16_t locked_and_pending;
  uint8_t locked;
} l;

static int counter;

static void lock(void) {
  uint32_t seen = 0;
  if (__atomic_compare_exchange_n(&l.word, &seen, LOCKED, 0, TAKE, __ATOMIC_RELAXED))
    return;
  seen = __atomic_fetch_or(&l.word, PENDING, MARK);
#ifndef FORGET
  if (seen & LOCKED)
    while (__atomic_load_n(&l.locked, WAIT))
      ;
#endif
  __atomic_store_n(&l.locked_and_pending, LOCKED, __ATOMIC_RELAXED);
}

static void unlock(void) { __atomic_store_n(&l.locked, 0, UNLOCK); }

static void *user(void *unused) {
  lock();
  int seen = counter;
  counter = seen + 1;
  unlock();
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, user, NULL);
  user(NULL);
  pthread_join(other, NULL);
  assert(counter == 2);
  return 0;
}
