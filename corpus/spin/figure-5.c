// Three additions and a wait for a sum that only the last one alone gives: the others spin for ever.
// Main leaves with pthread_exit, since returning would end the program and the waiting.
// case: --no-commute --no-check livelock => verified complete=2 blocked=6
// case: --algorithm optimal --no-check livelock => verified complete=1 blocked=1
// case: --algorithm source --no-check livelock => verified complete=1 blocked=1
// case: => error livelock line=20
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *add(void *argument) {
  atomic_fetch_add(&x, (int)(intptr_t)argument);
  return NULL;
}

static void *s(void *unused) {
  (void)unused;
  while (atomic_load(&x) != 3)
    ;
  return NULL;
}

int main(void) {
  pthread_t p, q, r, waiter;
  pthread_create(&p, NULL, add, (void *)(intptr_t)1);
  pthread_create(&q, NULL, add, (void *)(intptr_t)1);
  pthread_create(&r, NULL, add, (void *)(intptr_t)3);
  pthread_create(&waiter, NULL, s, NULL);
  pthread_exit(NULL);
}
