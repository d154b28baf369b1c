// Looking whether there is room and taking it are two steps.
// case: => error out-of-bounds
// case: --model tso => error out-of-bounds
// case: --model pso => error out-of-bounds
// case: --model ra => error out-of-bounds
#include <pthread.h>
#include <stdatomic.h>
static int buf[2];
static atomic_int at;
static void push(int v) {
  int i = atomic_load(&at);
  if (i < 2) {
    i = atomic_fetch_add(&at, 1);
    buf[i] = v;
  }
}
static void *t(void *u) {
  push(1);
  push(2);
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
