// A lock for two: each side raises its flag and hopes that the other one is down.
#ifndef TINY_LOCK_H
#define TINY_LOCK_H

#include "fences.h"

static volatile int x, y; // x is the flag of side 1, y of side 0

static inline void lock(int side) {
  if (side) {
    x = 1;
    F;
    __VERIFIER_assume(y == 0);
  } else {
    y = 1;
    F;
    __VERIFIER_assume(x == 0);
  }
}

static inline void unlock(int side) {
  F;
  if (side)
    x = 0;
  else
    y = 0;
}

#endif
