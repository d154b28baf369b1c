// Objects from functions around malloc are named by the variables that their callers keep them in.
// case: --model c11 => error data-race
// case: --model c11 -- -DBYTES => error data-race
// case: --model c11 -- -DTABLE => error data-race
// case: --model c11 -- -DFIXED => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void *allocate(size_t size) {
  void *memory = malloc(size);
  if (!memory)
    abort();
  return memory;
}
static void *clear(size_t count, size_t size) { return calloc(count, size); }
static const struct {
  void *(*get)(size_t);
} allocator = {allocate};

#ifdef FIXED
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

static _Atomic(struct node *) head;

static void *produce(void *unused) {
#ifdef BYTES
  struct node *node = clear(1, sizeof *node);
#elif defined TABLE
  struct node *node = allocator.get(sizeof *node);
#else
  struct node *node = allocate(sizeof *node);
#endif
  node->value = 1;
  atomic_store_explicit(&head, node, PUBLISH);
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  struct node *first = atomic_load_explicit(&head, memory_order_acquire);
  if (first)
    assert(first->value == 1);
  pthread_join(producer, NULL);
  if (first)
    free(first);
}
