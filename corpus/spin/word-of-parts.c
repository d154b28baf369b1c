// A thread waits for a whole word whose bytes others store one by one, as locks of Linux wait until nobody holds the lock or
// is about to.
// case: --model c11 => verified
// case: --model ra => verified
// case: --model sc => verified rf=unsupported
// case: --model c11 -- -DLOOK=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DCLEAR=__ATOMIC_RELAXED => error data-race
// case: --model ra -- -DSTAYS => error livelock
// case: --model c11 -- -DSTAYS => error livelock
// case: --model sc -- -DSTAYS => error livelock rf=unsupported
#include <pthread.h>
#include <stdint.h>

#ifndef LOOK
#define LOOK __ATOMIC_ACQUIRE
#endif
#ifndef CLEAR
#define CLEAR __ATOMIC_RELEASE
#endif

static union {
  uint16_t word;
  uint8_t bytes[2];
} held = {0x0101};

static int data[2];

static void *clear_first(void *unused) {
  data[0] = 1;
  __atomic_store_n(&held.bytes[0], 0, CLEAR);
#ifdef STAYS
  __atomic_fetch_or(&held.word, 0x0200, __ATOMIC_ACQ_REL);
#endif
  return unused;
}

static void *clear_second(void *unused) {
  data[1] = 1;
  __atomic_store_n(&held.bytes[1], 0, CLEAR);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, clear_first, NULL);
  pthread_create(&second, NULL, clear_second, NULL);
  while (__atomic_load_n(&held.word, LOOK))
    ;
  data[0]++;
  data[1]++;
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
