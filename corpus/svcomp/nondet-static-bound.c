// Inputs that are stored in static variables, or in a local one that others get to know, and narrowed down by what follows: all
// values that are left are tried.
// case: => verified
// case: --model tso => verified
// case: --model c11 => verified
// case: -- -DSUM=1 => error assertion
// case: -- -DMOST=300 => inconclusive unsupported
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
#ifndef MOST
#define MOST 2
#endif
#ifndef SUM
#define SUM 0
#endif
static int rounds;
static int slots[8];
static atomic_int count;
static void *add(void *at) {
  for (int i = 0; i < rounds; i++)
    atomic_fetch_add(&count, 1);
  slots[*(int *)at] = 1;
  return 0;
}
int main(void) {
  rounds = __VERIFIER_nondet_int();
  __VERIFIER_assume(rounds >= 1 && rounds <= MOST);
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at >= 8)
    return 0;
  pthread_t thread;
  pthread_create(&thread, 0, add, &at);
  for (int i = 0; i < rounds; i++)
    atomic_fetch_add(&count, 1);
  pthread_join(thread, 0);
  assert(slots[at] == 1);
  assert(count == 2 * rounds + (SUM && rounds == 2));
}
