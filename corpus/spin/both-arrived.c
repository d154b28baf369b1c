// A thread waits until two others have arrived: one loop looks at both flags in each of its rounds; with HELPED there is a
// loop for each flag.
// case: --model sc => verified
// case: --model c11 => verified
// case: --model sc -- -DHELPED => verified
// case: --model c11 -- -DHELPED => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int arrived[2];
static int value[2];

static void *arrive(void *number) {
  long i = (long)number;
  value[i] = 1;
  atomic_store_explicit(&arrived[i], 1, memory_order_release);
  return NULL;
}

static bool has_arrived(int i) { return atomic_load_explicit(&arrived[i], memory_order_acquire); }

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, arrive, (void *)i);
#ifdef HELPED
  // A loop for each: that is waiting.
  for (int i = 0; i < 2; i++)
    while (!has_arrived(i))
      ;
#else
  bool all;
  do {
    all = true;
    for (int i = 0; i < 2; i++)
      all &= has_arrived(i);
  } while (!all);
#endif
  assert(value[0] && value[1]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
}
