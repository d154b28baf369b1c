// Hands out small numbers: one bit each, set and cleared by read-modify-writes.
#ifndef LIBRARY_NUMBERS_H
#define LIBRARY_NUMBERS_H

#include "platform.h"

#define NUMBERS 8

struct numbers {
  atomic_uint used;
};

void numbers_init(struct numbers *numbers);
// -1: all are used.
int numbers_take(struct numbers *numbers, int hint);
void numbers_give(struct numbers *numbers, int number);
int numbers_used(const struct numbers *numbers);

#endif
