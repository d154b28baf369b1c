#include "reference.h"

void reference_init(struct reference *reference) {
  atomic_init(&reference->count, 1);
}

void reference_get(struct reference *reference) {
  int before = atomic_fetch_add_explicit(&reference->count, 1, relaxed);
  assert(before > 0);
}

bool reference_try_get(struct reference *reference) {
  int count = atomic_load_explicit(&reference->count, relaxed);
  while (count > 0) {
    if (atomic_compare_exchange_weak_explicit(&reference->count, &count, count + 1, acquire, relaxed))
      return true;
  }
  return false;
}

bool reference_drop(struct reference *reference) {
  int before = atomic_fetch_sub_explicit(&reference->count, 1, release);
  assert(before > 0);
  if (before > 1)
    return false;
  // What the others did to the object comes before its destruction.
  atomic_thread_fence(acquire);
  return true;
}

int reference_count(const struct reference *reference) {
  return atomic_load_explicit(&reference->count, relaxed);
}
