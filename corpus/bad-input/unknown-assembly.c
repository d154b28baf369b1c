// Inline assembly that does something unknown.
// case: => inconclusive unsupported
// case: -- -DJUMP => inconclusive unsupported
// case: -- -DSEGMENT => inconclusive unsupported
static int x = 1;

int main(void) {
  int result;
#ifdef JUMP
  __asm__ volatile("movl %1, %0\n\tjmp *%2" : "=r"(result) : "m"(x), "r"(&&behind));
behind:;
#elif defined SEGMENT
  __asm__ volatile("movl %%fs:40, %0" : "=r"(result));
#else
  __asm__ volatile("movl %1, %0\n\trcll $1, %0" : "=r"(result) : "m"(x));
#endif
  return result - 2;
}
