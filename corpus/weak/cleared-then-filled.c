// A message that is cleared as a whole and filled field by field before it is published.
// case: => verified complete=2
// case: --model tso => verified complete=2
// case: --model pso => verified complete=2
// case: --model ra => verified
// case: --model tso -- -DBUG => verified
// case: --model pso -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef BUG
#define PUBLISHED memory_order_relaxed
#else
#define PUBLISHED memory_order_release
#endif
struct message {
  int id;
  short length, kind;
  char text[8];
};
static _Atomic(struct message *) box;
static void *sender(void *unused) {
  struct message *m = malloc(sizeof *m);
  memset(m, 0, sizeof *m);
  m->id = 7;
  m->length = 2;
  strcpy(m->text, "hi");
  atomic_store_explicit(&box, m, PUBLISHED);
  return unused;
}
static void *receiver(void *unused) {
  struct message *m = atomic_load_explicit(&box, memory_order_acquire);
  if (m) {
    assert(m->id == 7 && m->length == 2 && m->kind == 0);
    assert(strcmp(m->text, "hi") == 0);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
