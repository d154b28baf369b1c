// Counts by size, one histogram for each thread; they are added up when the threads are done.
#ifndef LIBRARY_HISTOGRAM_H
#define LIBRARY_HISTOGRAM_H

#include "platform.h"

#define HISTOGRAM_CLASSES 6

struct histogram {
  unsigned counts[HISTOGRAM_CLASSES]; // class k: values below 2^k
  unsigned total;
};

void histogram_init(struct histogram *histogram);
void histogram_add(struct histogram *histogram, unsigned value);
void histogram_merge(struct histogram *into, const struct histogram *from);
// The class at which at least so many percent of the values are reached.
int histogram_percentile(const struct histogram *histogram, unsigned percent);

#endif
