// An input that an atomic update or an instruction of the processor writes to memory is still an input.
// case: -- -DCASE=1 => inconclusive unsupported
// case: -- -DCASE=2 => inconclusive unsupported
// case: -- -DCASE=3 => inconclusive unsupported
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *word = malloc(sizeof *word);
  int *input = malloc(sizeof *input);
  *word = 0;
  *input = __VERIFIER_nondet_int();
#if CASE == 1
  __atomic_exchange_n(word, *input, __ATOMIC_SEQ_CST);
#elif CASE == 2
  int old = 0;
  __atomic_compare_exchange_n(word, &old, *input, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#elif CASE == 3
  int value = *input;
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*word));
#endif
  assert(__atomic_load_n(word, __ATOMIC_SEQ_CST) != 66);
}
