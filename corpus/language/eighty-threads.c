// More threads than there are bits for them in a word: two of the last ones race, or one waits for ever.
// case: --model sc => verified complete=2
// case: --model tso => verified complete=2
// case: --model pso => verified complete=2
// case: --model sc -- -DSTUCK => error deadlock
// case: --model tso -- -DSTUCK => error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 80

static atomic_int array[THREADS], x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  long i = (long)argument;
  int value = 1;
  if (i == 75)
    atomic_store_explicit(&x, 1, memory_order_relaxed);
  if (i == 77)
    value += atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&array[i], value, memory_order_relaxed);
#ifdef STUCK
  if (i == 70) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  (void)mutex;
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    int value = atomic_load_explicit(&array[i], memory_order_relaxed);
    assert(value == 1 || (i == 77 && value == 2));
  }
  return 0;
}
