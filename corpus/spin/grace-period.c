// A reader that looks again until it finds something in the newest node, and a writer that frees the old one when the reader has
// said that it is done. That is said by a relaxed store, so the reader may still be at the old node, in a round that
// changed nothing: the one that leaves the loop reads the new node. -DATOMIC: the reader's access is atomic. With release
// and acquire (-DORDERED) the writer comes after all that the reader has read.
// case: --model c11 => error
// case: --model c11 -- -DATOMIC => error use-after-free
// case: --model sc --check races --algorithm optimal => error
// case: --model c11 -- -DORDERED => verified
// case: --model c11 -- -DORDERED -DATOMIC => verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef ORDERED
enum { STORE = memory_order_release, LOAD = memory_order_acquire };
#else
enum { STORE = memory_order_relaxed, LOAD = memory_order_relaxed };
#endif
#ifdef ATOMIC
typedef atomic_int value_type;
#define READ(value) atomic_load_explicit(&(value), memory_order_relaxed)
#else
typedef int value_type;
#define READ(value) (value)
#endif

struct node {
  value_type value;
};

static struct node *_Atomic head;
static atomic_int quiet;

static struct node *node(int value) {
  struct node *made = malloc(sizeof *made);
  made->value = value;
  return made;
}

static void *update(void *unused) {
  (void)unused;
  struct node *old = atomic_load_explicit(&head, memory_order_relaxed);
  atomic_store_explicit(&head, node(1), memory_order_release);
  while (!atomic_load_explicit(&quiet, LOAD))
    ;
  free(old);
  return 0;
}

int main(void) {
  atomic_init(&head, node(0));
  pthread_t thread;
  pthread_create(&thread, 0, update, 0);
  for (;;) {
    struct node *newest = atomic_load_explicit(&head, memory_order_acquire);
    if (READ(newest->value))
      break;
  }
  atomic_store_explicit(&quiet, 1, STORE);
  pthread_join(thread, 0);
  free(head);
}
