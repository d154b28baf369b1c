// Double-checked locking: under PSO the pointer can be seen before the object it points to.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1. Loop bound: 7.
// ENABLE_PSO_FENCES makes it right.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "tiny-lock.h"

struct singleton {
  volatile int data;
};

static struct singleton object;
static struct singleton *volatile inst = NULL;
static int called;
static volatile int init_count;

static struct singleton *create(void) {
  assert(called == 0);
  called = 1;
  return &object;
}

static struct singleton *instance(int side) {
  if (inst == NULL) {
    F;
    lock(side);
    if (inst == NULL) {
      struct singleton *q = create();
      q->data = 1;
      PF;
      inst = q;
      init_count = init_count + 1;
      assert(init_count == 1);
    }
    unlock(side);
  }
  return inst;
}

static void *user(void *argument) {
  int side = (int)(intptr_t)argument;
  for (;;) {
    struct singleton *p = instance(side);
    assert(p != NULL);
    assert(p->data == 1);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, user, (void *)(intptr_t)0);
  pthread_create(&t2, NULL, user, (void *)(intptr_t)1);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
