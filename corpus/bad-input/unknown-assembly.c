// Inline assembly that does something unknown.
// case: => inconclusive unsupported
static int x = 1;

int main(void) {
  int result;
  __asm__ volatile("movl %1, %0\n\taddl $1, %0" : "=r"(result) : "m"(x));
  return result - 2;
}
