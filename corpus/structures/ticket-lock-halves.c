// A ticket lock in one word, as Concurrency Kit and the Linux kernel have it: the whole word is read and changed at once to take a ticket,
// the lower half alone to serve the next one.
// case: => verified rf=unsupported
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DTHREADS=3 => verified
// case: --model tso => verified
// case: --model c11 -- -DBUG => error data-race
// case: -- -DTRY => verified rf=unsupported
// case: --model ra -- -DTRY => verified
// case: --model c11 -- -DTRY => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#ifndef THREADS
#define THREADS 2
#endif
#ifdef BUG
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
static union {
  _Atomic uint32_t word;
  struct {
    _Atomic uint16_t serving, next;
  } half;
} lock;
static int count;
static void take(void) {
  uint32_t word = atomic_fetch_add_explicit(&lock.word, 1u << 16, memory_order_acquire);
  uint16_t serving = (uint16_t)word, ticket = word >> 16;
  while (ticket != serving)
    serving = (uint16_t)atomic_load_explicit(&lock.word, memory_order_acquire);
}
static _Bool try_take(void) {
  uint32_t word = atomic_load_explicit(&lock.word, memory_order_relaxed);
  if ((uint16_t)word != word >> 16)
    return 0;
  return atomic_compare_exchange_strong_explicit(&lock.word, &word, word + (1u << 16), memory_order_acquire,
                                                 memory_order_relaxed);
}
static void give(void) {
  uint16_t serving = atomic_load_explicit(&lock.half.serving, memory_order_relaxed);
  atomic_store_explicit(&lock.half.serving, serving + 1, RELEASE);
}
static void *work(void *unused) {
#ifdef TRY
  if (!try_take())
    return unused;
#else
  take();
#endif
  count++;
  give();
  return unused;
}
int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
#ifdef TRY
  assert(1 <= count && count <= THREADS);
#else
  assert(count == THREADS);
#endif
}
