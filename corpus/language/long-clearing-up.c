// After all other threads have been joined, what is done with a large table counts towards no limit of steps: writing all of it, and
// freeing it piece by piece. So does filling it before the first thread is created.
// case: --algorithm optimal => verified
// case: --algorithm rf => verified
// case: --model c11 => verified
// case: --algorithm optimal -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef BUG
enum { CELLS = 1200 };
#else
enum { CELLS = 120000 };
#endif
struct cell {
  struct cell *next;
  int value;
};
static struct cell *list;
static int table[CELLS];
static atomic_int flag;
static void *touch(void *unused) {
  table[7] = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}
int main(void) {
  for (int i = 0; i < 1000; i++) {
    struct cell *cell = malloc(sizeof *cell);
    cell->next = list;
    cell->value = i;
    list = cell;
  }
  for (int i = 0; i < CELLS; i++)
    table[i] = i;
  pthread_t thread;
  pthread_create(&thread, 0, touch, 0);
  int seen = atomic_load_explicit(&flag, memory_order_acquire);
  pthread_join(thread, 0);
  for (int i = 0; i < CELLS; i++)
    table[i]++;
  while (list) {
    struct cell *next = list->next;
    free(list);
    list = next;
  }
#ifdef BUG
  assert(table[7] == 8);
#else
  assert(table[7] == 2 && seen <= 1);
#endif
}
