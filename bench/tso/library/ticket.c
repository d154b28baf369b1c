#include "ticket.h"

void ticket_init(struct ticket *lock) {
  atomic_init(&lock->next, 0);
  atomic_init(&lock->served, 0);
}

void ticket_lock(struct ticket *lock) {
  unsigned mine = atomic_fetch_add_explicit(&lock->next, 1, relaxed);
  WAIT_UNTIL(atomic_load_explicit(&lock->served, acquire) == mine);
}

void ticket_unlock(struct ticket *lock) {
  // Only the holder writes `served`, so that no read-modify-write is needed.
  unsigned mine = atomic_load_explicit(&lock->served, relaxed);
  atomic_store_explicit(&lock->served, mine + 1, release);
}
