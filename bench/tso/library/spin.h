// A test-and-set lock. Whoever holds it leaves a name, so that misuse is noticed.
#ifndef LIBRARY_SPIN_H
#define LIBRARY_SPIN_H

#include "platform.h"

struct spin {
  atomic_int held;
  int owner; // 0: nobody
};

void spin_init(struct spin *lock);
void spin_lock(struct spin *lock, int who);
bool spin_try_lock(struct spin *lock, int who);
void spin_unlock(struct spin *lock, int who);

#endif
