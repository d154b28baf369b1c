// Three threads count; only main asks for the sum. The order of additions whose results nobody reads
// does not matter, unless the results are used or synchronisation is looked at.
// case: --algorithm optimal => verified complete=1 blocked=0
// case: --algorithm source => verified complete=1 blocked=0
// case: --algorithm optimal --no-commute => verified complete=6 blocked=0
// case: --algorithm optimal --check races => verified complete=6 blocked=0
// case: --algorithm optimal -- -DUSED => verified complete=6 blocked=0
// case: --algorithm optimal -- -DMIXED => verified complete=4 blocked=0
// case: --algorithm optimal --model tso => verified complete=6 blocked=0
// case: -- -DBUG => error assertion line=43
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int sum;

static void *add(void *argument) {
  int amount = (int)(intptr_t)argument;
#ifdef USED
  int before = atomic_fetch_add(&sum, amount);
  assert(before >= 0);
#elif defined MIXED
  // One sets a bit, the others subtract: only those commute.
  if (amount == 1)
    atomic_fetch_or(&sum, 8);
  else
    atomic_fetch_sub(&sum, amount);
#else
  atomic_fetch_add(&sum, amount);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t t = 0; t < 3; t++)
    pthread_create(&threads[t], NULL, add, (void *)(t + 1));
  for (int t = 0; t < 3; t++)
    pthread_join(threads[t], NULL);
#ifdef BUG
  assert(atomic_load(&sum) == 5);
#elif !defined MIXED
  assert(atomic_load(&sum) == 6);
#endif
  return 0;
}
