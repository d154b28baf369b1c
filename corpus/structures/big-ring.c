// A ring and a table of many slots are initialised before the first thread is created: while there is nobody else, no
// operation is a step.
// case: --algorithm rf --timeout 50 => verified
// case: --algorithm optimal --timeout 50 => verified
// case: --algorithm source --timeout 50 => verified
// case: --model tso --algorithm optimal --timeout 50 => verified
// case: --model pso --algorithm optimal --timeout 50 => verified
// case: --algorithm rf --timeout 50 -- -DBUG => error assertion
// case: --algorithm optimal --timeout 50 -- -DBUG => error assertion
// case: --model tso --algorithm optimal --timeout 50 -- -DBUG => error assertion
// case: --algorithm rf --timeout 50 -- -DCHOICE => verified
// case: --algorithm optimal --timeout 50 -- -DCHOICE => verified
// case: --model tso --algorithm optimal --timeout 50 -- -DCHOICE => verified
// case: --algorithm optimal --timeout 50 -- -DEARLY => error assertion
// case: --algorithm optimal --timeout 50 --check races -- -DPLAIN => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SLOTS = 1 << 17 };
struct slot {
  atomic_int turn;
  int value;
};
static struct slot *ring;
static atomic_int table[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
extern _Bool __VERIFIER_nondet_bool(void);

static void *producer(void *argument) {
  ring[1].value = 7;
  atomic_store_explicit(&ring[1].turn, 2, memory_order_release);
  return argument;
}

int main(void) {
  int first = 1;
#ifdef CHOICE
  first = __VERIFIER_nondet_bool();
#endif
#ifdef EARLY
  ring = calloc(2, sizeof *ring);
  ring[0].turn = first;
  assert(ring[0].turn == 2);
#endif
  ring = malloc(SLOTS * sizeof *ring);
  for (int i = 0; i < SLOTS; i++) {
    atomic_init(&ring[i].turn, first);
    ring[i].value = i;
    pthread_mutex_lock(&lock);
    atomic_fetch_add(&table[i], i);
    pthread_mutex_unlock(&lock);
  }
#ifdef PLAIN
  assert(ring[3].value == 3);
#endif
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  int ready = atomic_load_explicit(&ring[1].turn, memory_order_acquire) == 2;
#ifdef BUG
  assert(!ready);
#endif
  if (ready)
    assert(ring[1].value == 7);
  assert(table[SLOTS - 1] == SLOTS - 1);
  pthread_join(t, NULL);
  free(ring);
  return 0;
}
