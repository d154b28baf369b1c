// safestack: a lock-free stack with a bug that needs three threads and five context switches.
// Thread number t does OPS[t] operations, alternately pop and push: OPS=3,3,1 shows the bug.
// From: Vyukov's post to the CHESS forum; Jonsson et al., "Awaiting for Godot: Stateless Model
// Checking that Avoids Executions where Nothing Happens", table II.
// OPS: operations of each thread, separated by commas (default 2,1). NO_ASSERT: without the assertion
// and the accesses that it is about, which have the paper's count of 5772 executions for 3,3,1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef OPS
#define OPS 2, 1
#endif
#define STACK 3

static struct {
  atomic_int value;
  atomic_int next;
} items[STACK];
static atomic_int head, count;

static void initialise(void) {
  atomic_store(&count, STACK);
  atomic_store(&head, 0);
  for (int i = 0; i < STACK - 1; i++)
    atomic_store(&items[i].next, i + 1);
  atomic_store(&items[STACK - 1].next, -1);
}

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int h = atomic_load(&head);
    int n = atomic_exchange(&items[h].next, -1);
    if (n >= 0) {
      int expected = h;
      if (atomic_compare_exchange_strong(&head, &expected, n)) {
        atomic_fetch_sub(&count, 1);
        return h;
      }
      atomic_exchange(&items[h].next, n);
    }
  }
  return -1;
}

static void push(int i) {
  int h;
  do {
    h = atomic_load(&head);
    atomic_store(&items[i].next, h);
  } while (!atomic_compare_exchange_strong(&head, &h, i));
  atomic_fetch_add(&count, 1);
}

// `argument`: the thread's number times 16, plus the number of its operations.
static void *work(void *argument) {
  int t = (int)((intptr_t)argument / 16), operations = (int)((intptr_t)argument % 16);
  int e = -1;
  for (int k = 0; k < operations; k++) {
    if (k % 2 == 0) {
      do
        e = pop();
      while (e == -1);
#ifndef NO_ASSERT
      atomic_store(&items[e].value, t);
      assert(atomic_load(&items[e].value) == t);
#endif
    } else {
      push(e);
    }
  }
  return NULL;
}

int main(void) {
  int operations[] = {OPS};
  enum { THREADS = sizeof operations / sizeof operations[0] };
  pthread_t threads[THREADS];
  initialise();
  for (int t = 0; t < THREADS; t++)
    pthread_create(&threads[t], NULL, work, (void *)(intptr_t)(16 * t + operations[t]));
  return 0;
}
