// An uninitialised value that decides nothing is passed over; one that does makes the verdict inconclusive, unless the
// user asks for zeros, for all values, or for an error.
// case: => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --algorithm rf -- -DCOMPUTE => verified
// case: --algorithm optimal -- -DCOMPUTE => verified
// case: -- -DBRANCH => inconclusive unsupported line=75
// case: --model tso -- -DBRANCH => inconclusive unsupported line=75
// case: --model pso -- -DBRANCH => inconclusive unsupported line=75
// case: --algorithm sat -- -DBRANCH => inconclusive unsupported line=75
// case: -- -DSUM => inconclusive unsupported line=79
// case: -- -DSWITCH => inconclusive unsupported line=81
// case: -- -DINDEX => inconclusive unsupported line=87
// case: -- -DHEAP => inconclusive unsupported line=90
// case: -- -DTHREAD => inconclusive unsupported line=58
// case: -- -DASSUME => inconclusive unsupported line=100
// case: --algorithm rf -- -DARRAY => inconclusive unsupported line=104
// case: -- -DCOMPARE_EXCHANGE => inconclusive unsupported line=109
// case: --algorithm rf -- -DADD => inconclusive unsupported line=113
// case: --algorithm optimal -- -DADD => inconclusive unsupported line=113
// case: --uninitialized zero -- -DBRANCH => verified
// case: --uninitialized zero -- -DHEAP => verified
// case: --no-check uninitialized -- -DBRANCH => verified
// case: --uninitialized error -- -DBRANCH => error uninitialized line=75
// case: --model c11 -- -DBRANCH => error uninitialized line=75
// case: --model c11 --uninitialized note -- -DBRANCH => inconclusive unsupported line=75
// case: --model c11 --uninitialized zero -- -DBRANCH => verified
// case: --algorithm rf --uninitialized any -- -DBRANCH => error assertion line=76
// case: --algorithm optimal --uninitialized any -- -DBRANCH => error assertion line=76
// case: --model c11 --uninitialized any -- -DBRANCH => error assertion line=76
// case: --algorithm rf --uninitialized any -- -DBOTH => verified complete=2
// case: --algorithm optimal --uninitialized any -- -DBOTH => verified complete=2
// case: --algorithm rf --uninitialized any -- -DRANGE => verified complete=5
// case: --algorithm optimal --uninitialized any -- -DRANGE => verified complete=5
// case: --algorithm rf --uninitialized any -- -DHEAP => error assertion line=91
// case: --algorithm optimal --uninitialized any -- -DHEAP => error assertion line=91
// case: --algorithm rf --uninitialized any -- -DARRAY => error assertion line=105
// case: --algorithm optimal --uninitialized any -- -DARRAY => error assertion line=105
// case: --check uninitialized --uninitialized zero => bad-input
// case: --no-check uninitialized --uninitialized error => bad-input
// case: --algorithm sat --uninitialized any => bad-input
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void __VERIFIER_assume(int);

struct pair {
  char small;
  long large;
};

static void *look(void *shared) {
  int seen = *(int *)shared;
  if (seen)
    abort();
  return NULL;
}

int main(void) {
  // Copies of members without a value, and of padding.
  struct pair a, b, c[2];
  a.large = 1;
  b = a;
  memcpy(&c[0], &b, sizeof b);
  int unset;
#if defined COMPUTE
  // The algorithm sat does not follow this.
  int more = unset + 1;
  return 2 * more;
#elif defined BRANCH
  if (unset)
    assert(0);
#elif defined SUM
  int sum = unset + 3;
  assert(sum == 3);
#elif defined SWITCH
  switch (unset) {
  case 1:
    abort();
  }
#elif defined INDEX
  int numbers[4] = {1, 2, 3, 4};
  return numbers[unset];
#elif defined HEAP
  int *heap = malloc(sizeof *heap);
  if (*heap)
    assert(0);
  free(heap);
#elif defined THREAD
  pthread_t t;
  int shared;
  pthread_create(&t, NULL, look, &shared);
  pthread_join(t, NULL);
#elif defined ASSUME
  // The assumption is the modelled library's.
  __VERIFIER_assume(unset == 0);
#elif defined ARRAY
  int array[4];
  array[1] = 0;
  for (int i = 0; i < 2; i++) if (array[1 - i])
    assert(0);
#elif defined COMPARE_EXCHANGE
  atomic_int *word = malloc(sizeof *word);
  int expected = 0;
  atomic_compare_exchange_strong(word, &expected, 1);
#elif defined ADD
  atomic_int *count = malloc(sizeof *count);
  atomic_fetch_add(count, 1);
  if (*count == 7)
    abort();
#elif defined BOTH
  if (unset == 3)
    assert(unset * 2 == 6);
  else
    assert(unset != 3);
#elif defined RANGE
  int numbers[4] = {1, 2, 3, 4};
  if (unset >= 0 && unset < 3)
    return numbers[unset];
#endif
  return 0;
}
