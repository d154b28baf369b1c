// Inline assembly with results of an instruction that is not known, and said so.
// case: => inconclusive unsupported
int main(void) {
  unsigned lo, hi;
  __asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(0));
  return lo == hi;
}
