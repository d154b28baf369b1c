// Loops whose test computes something: from what is known before the read, or a part of what is read.
// In each the other thread may have stored another value for good, or the right one.
// case: => error livelock line=31
// case: --model tso => error livelock line=31
// case: --model c11 => error livelock line=31
// case: -- -DFORM=2 => error livelock line=33
// case: -- -DFORM=3 => error livelock line=35
// case: -- -DFORM=4 => error livelock line=37
// case: -- -DFORM=5 => error livelock line=39
// case: --model c11 -- -DFORM=5 => error livelock line=39
// case: -- -DFORM=6 => error livelock line=41
// case: -- -DFORM=7 => error livelock line=43
// case: -- -DFORM=8 => error livelock line=45
// case: -- -DCOMES => verified complete=1 blocked=0
// case: -- -DFORM=2 -DCOMES => verified complete=1 blocked=0
// case: -- -DFORM=3 -DCOMES => verified complete=1 blocked=0
// case: -- -DFORM=4 -DCOMES => verified complete=1 blocked=0
// case: -- -DFORM=5 -DCOMES => verified complete=1 blocked=0
// case: --model c11 -- -DFORM=5 -DCOMES => verified
// case: -- -DFORM=6 -DCOMES => verified complete=1 blocked=0
// case: -- -DFORM=7 -DCOMES => verified complete=1 blocked=0
// case: -- -DFORM=8 -DCOMES => verified complete=1 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint32_t word;

static void wait(uint32_t n) {
#if !defined FORM // a ticket one further
  while (word != n + 1);
#elif FORM == 2 // the same as a 16-bit number
  while ((uint16_t)word != (uint16_t)(n + 1));
#elif FORM == 3 // under a mask on both sides
  while ((word & 0xff) != ((n + 1) & 0xff));
#elif FORM == 4 // a difference
  while (word - n != 1);
#elif FORM == 5 // the room in a ring
  while (n + 2 - word != 1);
#elif FORM == 6 // the lowest byte
  while ((uint8_t)word != (uint8_t)(n + 1));
#elif FORM == 7 // the upper half
  while ((uint16_t)(word >> 16) != (uint16_t)n);
#elif FORM == 8 // a sum
  while ((word & 0xffff) + n != 2 * n + 1);
#endif
}

static void *store(void *unused) {
  word = 0x50006;
#ifndef COMES
  word = 0x90009;
#endif
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, store, NULL);
  volatile uint32_t n = 5;
#if !defined FORM || FORM == 4 || FORM == 5 // these compare the whole word
  n += 0x50000;
#endif
  wait(n);
  pthread_join(other, NULL);
}
