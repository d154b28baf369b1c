// An eventcount in the style of a race detector's tests: a ticket, a futex-like wait by a loop.
// case: => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint ticket;
static atomic_int ready;
static int data;
static void *notify(void *u) {
  data = 7;
  atomic_store(&ready, 1);
  atomic_fetch_add(&ticket, 1);
  return u;
}
static void *wait(void *u) {
  unsigned t = atomic_load(&ticket);
  if (!atomic_load(&ready))
    while (atomic_load(&ticket) == t)
      ;
  assert(data == 7);
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, notify, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
