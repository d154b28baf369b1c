// Waits until all workers say that they are done, by looking at one after the other again and again. A loop that looks at them is inside
// the one that waits. With BUG the last worker is not looked at.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model tso => verified
// case: --model c11 -- -DBUG => error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
enum { WORKERS = 3 };
#ifdef BUG
enum { LOOKED_AT = WORKERS - 1 };
#else
enum { LOOKED_AT = WORKERS };
#endif
static atomic_int done[WORKERS];
static int result[WORKERS];
static bool all_done(void) {
  for (int i = 0; i < LOOKED_AT; i++)
    if (!atomic_load_explicit(&done[i], memory_order_acquire))
      return false;
  return true;
}
static void *work(void *number) {
  intptr_t me = (intptr_t)number;
  result[me] = 1;
  atomic_store_explicit(&done[me], 1, memory_order_release);
  return NULL;
}
int main(void) {
  pthread_t threads[WORKERS];
  for (intptr_t i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  while (!all_done())
    ;
  for (int i = 0; i < WORKERS; i++)
    assert(result[i] == 1);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL);
}
