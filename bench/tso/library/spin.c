#include "spin.h"

void spin_init(struct spin *lock) {
  atomic_init(&lock->held, 0);
  lock->owner = 0;
}

static void spin_entered(struct spin *lock, int who) {
  assert(lock->owner == 0);
  lock->owner = who;
}

void spin_lock(struct spin *lock, int who) {
  WAIT_UNTIL(atomic_exchange_explicit(&lock->held, 1, acquire) == 0);
  spin_entered(lock, who);
}

bool spin_try_lock(struct spin *lock, int who) {
  if (atomic_exchange_explicit(&lock->held, 1, acquire) != 0)
    return false;
  spin_entered(lock, who);
  return true;
}

void spin_unlock(struct spin *lock, int who) {
  assert(lock->owner == who);
  lock->owner = 0;
  atomic_store_explicit(&lock->held, 0, unlock_order);
}
