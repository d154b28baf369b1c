// Three additions whose results nobody uses, and an await that only one of them alone satisfies.
// From: Jonsson et al., "Awaiting for Godot: Stateless Model Checking that Avoids Executions where
// Nothing Happens", figure 5: two classes when the additions are independent.
// No parameters.
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
  return 0;
}
