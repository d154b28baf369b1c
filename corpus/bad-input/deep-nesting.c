// An expression with very many parentheses still compiles.
// case: => verified complete=1
#define A(x) (((((((((x) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1)
#define B(x) A(A(A(A(A(A(x))))))

int main(void) { return B(B(0)) - 96; }
