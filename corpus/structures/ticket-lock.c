// A ticket lock. The bug: the ticket is drawn with a load and a store.
// case: --unroll 3 => verified
// case: --unroll 3 --check races => verified
// case: --unroll 3 --no-check livelock -- -DBUG => error assertion
// case: --no-check assertion -- -DBUG => error livelock
// case: --model ra => verified
// case: --model ra --no-check races,livelock -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int counter;

static void lock(void) {
#ifdef BUG
  int mine = atomic_load(&next);
  atomic_store(&next, mine + 1);
#else
  int mine = atomic_fetch_add(&next, 1);
#endif
  while (atomic_load(&serving) != mine)
    ;
}

static void unlock(void) { atomic_fetch_add(&serving, 1); }

static void *work(void *unused) {
  (void)unused;
  lock();
  int before = counter;
  counter = before + 1;
  assert(counter == before + 1);
  unlock();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2);
  return 0;
}
