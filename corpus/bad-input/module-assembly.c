// Assembly outside of all functions defines a function.
// case: => inconclusive unsupported
__asm__(".globl two\ntwo:\n\tmovl $2, %eax\n\tret\n");

int two(void);

int main(void) { return two() - 2; }
