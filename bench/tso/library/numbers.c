#include "numbers.h"

void numbers_init(struct numbers *numbers) {
  atomic_init(&numbers->used, 0);
}

int numbers_take(struct numbers *numbers, int hint) {
  for (int i = 0; i < NUMBERS; i++) {
    int number = (hint + i) % NUMBERS;
    unsigned bit = 1u << number;
    unsigned before = atomic_fetch_or_explicit(&numbers->used, bit, acquire);
    if ((before & bit) == 0)
      return number;
  }
  return -1;
}

void numbers_give(struct numbers *numbers, int number) {
  unsigned bit = 1u << number;
  unsigned before = atomic_fetch_and_explicit(&numbers->used, ~bit, release);
  assert(before & bit);
}

int numbers_used(const struct numbers *numbers) {
  unsigned used = atomic_load_explicit(&numbers->used, relaxed);
  int count = 0;
  for (; used != 0; used &= used - 1)
    count++;
  return count;
}
