#include "histogram.h"

void histogram_init(struct histogram *histogram) {
  for (int i = 0; i < HISTOGRAM_CLASSES; i++)
    histogram->counts[i] = 0;
  histogram->total = 0;
}

static int histogram_class(unsigned value) {
  int k = 0;
  while (k < HISTOGRAM_CLASSES - 1 && value >= 1u << k)
    k++;
  return k;
}

void histogram_add(struct histogram *histogram, unsigned value) {
  histogram->counts[histogram_class(value)]++;
  histogram->total++;
}

void histogram_merge(struct histogram *into, const struct histogram *from) {
  for (int i = 0; i < HISTOGRAM_CLASSES; i++)
    into->counts[i] += from->counts[i];
  into->total += from->total;
}

int histogram_percentile(const struct histogram *histogram, unsigned percent) {
  unsigned seen = 0;
  for (int i = 0; i < HISTOGRAM_CLASSES; i++) {
    seen += histogram->counts[i];
    if (seen * 100 >= histogram->total * percent)
      return i;
  }
  return HISTOGRAM_CLASSES - 1;
}
