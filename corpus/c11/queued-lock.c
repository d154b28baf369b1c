// The queued spin lock of Linux for three threads: a lock word that is used as a whole, as its byte "locked", its byte
// "pending", both of them, and its half "tail".
// That it is right rests on loads of the word that are not torn (torn-words.c).
// case: --model c11 => verified
// case: --model sc => verified rf=unsupported
// case: --model c11 -- -DUNLOCK=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DHEAD=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DWAIT=__ATOMIC_RELAXED => error data-race
// The head of the queue overlooks the thread that waits without a queue.
// case: --model c11 -- -DIN_USE=0xffu => error data-race
// case: --model sc --check races -- -DIN_USE=0xffu => error data-race rf=unsupported
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef UNLOCK
#define UNLOCK __ATOMIC_RELEASE
#endif
// The load of the thread at the head of the queue.
#ifndef HEAD
#define HEAD __ATOMIC_ACQUIRE
#endif
#ifndef WAIT
#define WAIT __ATOMIC_ACQUIRE
#endif
#ifndef IN_USE
#define IN_USE 0xffffu
#endif

#define LOCKED 1u
#define PENDING 0x100u
#define THREADS 3

static union {
  uint32_t word;
  struct {
    uint8_t locked, pending;
    uint16_t tail;
  };
  uint16_t locked_and_pending;
} l;

struct node {
  struct node *next;
  int may_go;
};
static struct node nodes[THREADS];

static int counter;

static void lock_in_queue(int me) {
  struct node *node = &nodes[me], *next;
  uint16_t mine = me + 1;
  __atomic_store_n(&node->next, NULL, __ATOMIC_RELAXED);
  __atomic_store_n(&node->may_go, 0, __ATOMIC_RELAXED);
  uint16_t before = __atomic_exchange_n(&l.tail, mine, __ATOMIC_ACQ_REL);
  if (before) {
    __atomic_store_n(&nodes[before - 1].next, node, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&node->may_go, __ATOMIC_ACQUIRE))
      ;
  }
  uint32_t seen;
  while ((seen = __atomic_load_n(&l.word, HEAD)) & IN_USE)
    ;
  if (seen >> 16 == mine &&
      __atomic_compare_exchange_n(&l.word, &seen, LOCKED, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return;
  __atomic_store_n(&l.locked, 1, __ATOMIC_RELAXED);
  while (!(next = __atomic_load_n(&node->next, __ATOMIC_ACQUIRE)))
    ;
  __atomic_store_n(&next->may_go, 1, __ATOMIC_RELEASE);
}

static void lock(int me) {
  uint32_t seen = 0;
  if (__atomic_compare_exchange_n(&l.word, &seen, LOCKED, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  if (seen & ~LOCKED)
    return lock_in_queue(me);
  seen = __atomic_fetch_or(&l.word, PENDING, __ATOMIC_ACQUIRE);
  if (seen & ~LOCKED) {
    if (!(seen & PENDING))
      __atomic_store_n(&l.pending, 0, __ATOMIC_RELAXED);
    return lock_in_queue(me);
  }
  if (seen & LOCKED)
    while (__atomic_load_n(&l.locked, WAIT))
      ;
  __atomic_store_n(&l.locked_and_pending, LOCKED, __ATOMIC_RELAXED);
}

static void *work(void *argument) {
  lock((int)(intptr_t)argument);
  counter++;
  __atomic_store_n(&l.locked, 0, UNLOCK);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t i = 1; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  work(NULL);
  for (int i = 1; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(counter == THREADS);
}
