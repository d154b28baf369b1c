// stack-true: one thread pushes, one pops, every operation under one mutex.
// From: SV-COMP (pthread/stack); Abdulla et al., "Optimal Stateless Model Checking under the
// Release-Acquire Semantics", table 3.
// N: rounds per thread (default 12); there are C(2N, N) orders.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 12
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stack[N];
static int top;

static void push(int value) {
  assert(top < N);
  stack[top] = value;
  top = top + 1;
}

static int pop(void) {
  assert(top > 0);
  top = top - 1;
  return stack[top];
}

static void *pusher(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    push(i);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

static void *popper(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    if (top > 0)
      pop();
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, pusher, NULL);
  pthread_create(&t2, NULL, popper, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
