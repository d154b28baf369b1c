// Loops that read memory but end by themselves are left alone: the same executions with and without
// loop purity.
// case: => verified complete=10 blocked=0
// case: --no-purity => verified complete=10 blocked=0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cells[3];
static atomic_int found;

static void *scan(void *unused) {
  (void)unused;
  int last = 0;
  for (int i = 0; i < 3; i++)
    if (atomic_load(&cells[i]))
      last = i;
  int k = 0;
  while (k < 2 && atomic_load(&cells[k]) == 0)
    k++;
  atomic_store(&found, last + k);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, scan, NULL);
  for (int i = 0; i < 3; i++)
    atomic_store(&cells[i], 1);
  return 0;
}
