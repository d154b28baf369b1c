// Objects of the stack and the heap that one thread uses, before and after the stores for which the threads race, and
// objects that are handed over with a thread's creation and its end.
// Two stores and the last value: main reads one of two, and the stores have two orders.
// case: => verified complete=2
// case: --model sc => verified complete=2
// case: --model ra => verified complete=2
// case: -- -DLOOKS => verified complete=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

struct work {
  int id, sum;
};

static void fill(int *list, int length) {
  for (int i = 0; i < length; i++)
    list[i] = i;
}

static int add(const int *list, int length) {
  int sum = 0;
  for (int i = 0; i < length; i++)
    sum += list[i];
  return sum;
}

static void *run(void *argument) {
  struct work *work = argument;
  int local[20];
  fill(local, 20);
#ifdef LOOKS
  int seen = atomic_load(&x);
  assert(seen == 0 || seen == 3 - work->id);
#endif
  atomic_store(&x, work->id);
  int *list = malloc(20 * sizeof *list);
  fill(list, 20);
  work->sum = add(local, 20) + add(list, 20);
  free(list);
  return work;
}

int main(void) {
  pthread_t a, b;
  struct work *first = malloc(sizeof *first), second = {2, 0};
  first->id = 1;
  pthread_create(&a, NULL, run, first);
  pthread_create(&b, NULL, run, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(first->sum == 380 && second.sum == 380);
  free(first);
  int last = atomic_load(&x);
  assert(last == 1 || last == 2);
}
