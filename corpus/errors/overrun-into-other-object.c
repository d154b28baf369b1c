// Which object lies behind the small one depends on the way that the thread took: the large one that
// another execution has in the same place does not make the access good.
// case: => error out-of-bounds
// case: --model tso => error out-of-bounds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int large, index = 1;

static void *choose(void *unused) {
  atomic_store(&large, 1);
  return unused;
}

static void *move(void *unused) {
  atomic_store(&index, 5);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, choose, NULL);
  pthread_create(&b, NULL, move, NULL);
  if (atomic_load(&large)) {
    int *numbers = calloc(8, sizeof *numbers);
    numbers[atomic_load(&index)] = 1;
    free(numbers);
  } else {
    int *numbers = calloc(2, sizeof *numbers);
    numbers[atomic_load(&index)] = 1;
    free(numbers);
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
