// A ticket lock in one word, as in Concurrency Kit and older Linux: one addition draws the number and looks who is served,
// a store of a half hands the lock over.
// case: --model c11 => verified complete=6 blocked=0
// case: --model ra => verified complete=6 blocked=0
// case: --model sc => verified
// case: --model pso => verified
// case: --model c11 -- -DDRAW=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DWAIT=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DPASS=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DTRY => verified
// case: --model c11 -- -DTRY -DTAKE=__ATOMIC_RELAXED => error data-race
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef DRAW
#define DRAW __ATOMIC_ACQUIRE
#endif
#ifndef WAIT
#define WAIT __ATOMIC_ACQUIRE
#endif
#ifndef PASS
#define PASS __ATOMIC_RELEASE
#endif
#ifndef TAKE
#define TAKE __ATOMIC_ACQUIRE
#endif

static union {
  uint32_t both;
  struct {
    uint16_t served, next;
  };
} lock_word;

static int counter;

static void lock(void) {
  uint32_t drawn = __atomic_fetch_add(&lock_word.both, 0x10000, DRAW);
  uint16_t ticket = drawn >> 16;
  if ((uint16_t)drawn == ticket)
    return;
  while (__atomic_load_n(&lock_word.served, WAIT) != ticket)
    ;
}

static void unlock(void) {
  uint16_t served = __atomic_load_n(&lock_word.served, __ATOMIC_RELAXED);
  __atomic_store_n(&lock_word.served, served + 1, PASS);
}

static void *user(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

static int try_lock(void) {
  uint16_t served = __atomic_load_n(&lock_word.served, __ATOMIC_RELAXED);
  if (__atomic_load_n(&lock_word.next, __ATOMIC_RELAXED) != served)
    return 0;
  uint32_t seen = (uint32_t)served << 16 | served;
  return __atomic_compare_exchange_n(&lock_word.both, &seen, seen + 0x10000, 0, TAKE, __ATOMIC_RELAXED);
}

static void *tries(void *unused) {
  if (try_lock()) {
    counter++;
    unlock();
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, user, NULL);
#ifdef TRY
  pthread_create(&second, NULL, tries, NULL);
#else
  pthread_create(&second, NULL, user, NULL);
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#ifndef TRY
  assert(counter == 2);
#endif
  return 0;
}
