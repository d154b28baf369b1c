// A ticket lock whose word is added to as a whole and compared by halves, in a union that is a local variable.
// With FIELDS the halves of the new word are stored one by one, and a compare-exchange takes it as a whole.
// Wrong: the number that is served next is not the own one plus one, so a thread that waits may be passed over.
// case: => verified
// case: --model tso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: -- -DBUG => error livelock line=52
// case: --model tso -- -DBUG => error livelock line=52
// case: --model c11 -- -DBUG => error livelock line=52
// case: -- -DFIELDS => verified
// case: --model c11 -- -DFIELDS => verified
// case: -- -DFIELDS -DBUG => error livelock line=52
// case: --model c11 -- -DFIELDS -DBUG => error livelock line=52
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef union {
  uint32_t word;
  struct {
    uint16_t owner, next;
  };
} word;

static word lock_word;
static int counter;

static word draw(void) {
  word mine;
#ifdef FIELDS
  word after;
  mine.word = __atomic_load_n(&lock_word.word, __ATOMIC_RELAXED);
  do {
    after.owner = mine.owner;
    after.next = mine.next + 1;
  } while (!__atomic_compare_exchange_n(&lock_word.word, &mine.word, after.word, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED));
#else
  mine.word = __atomic_fetch_add(&lock_word.word, 0x10000, __ATOMIC_ACQUIRE);
#endif
  return mine;
}

static void lock(void) {
  word mine = draw();
  if (mine.owner == mine.next)
    return;
  for (;;) {
    if (__atomic_load_n(&lock_word.owner, __ATOMIC_ACQUIRE) == mine.next)
      return;
    __builtin_ia32_pause();
  }
}

static void unlock(void) {
#ifdef BUG
  uint16_t served = __atomic_load_n(&lock_word.next, __ATOMIC_RELAXED);
#else
  uint16_t served = __atomic_load_n(&lock_word.owner, __ATOMIC_RELAXED) + 1;
#endif
  __atomic_store_n(&lock_word.owner, served, __ATOMIC_RELEASE);
}

static void *user(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, user, NULL);
  user(NULL);
  pthread_join(other, NULL);
  assert(counter == 2);
}
