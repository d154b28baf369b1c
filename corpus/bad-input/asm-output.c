// Inline assembly with results is not understood, and said so.
// case: => inconclusive unsupported
int main(void) {
  unsigned lo, hi;
  __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
  return lo == hi;
}
