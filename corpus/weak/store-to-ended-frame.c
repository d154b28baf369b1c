// A thread stores to a local variable of a function of another thread that may have returned.
// case: => error use-after-free
// case: --model tso => error use-after-free
// case: --model pso => error use-after-free
// case: --model ra => error use-after-free
// case: --model tso -- -DWAIT => verified
// case: --model pso -- -DWAIT => verified
// case: --model tso -- -DFLAG => verified
// case: --model pso -- -DFLAG => error use-after-free rf=unsupported
#include <pthread.h>
#include <stdatomic.h>
static pthread_t thread;
static atomic_int done;
static void *writer(void *place) {
  *(int *)place = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return 0;
}
static void start(void) {
  int local = 0;
  pthread_create(&thread, 0, writer, &local);
#ifdef WAIT
  pthread_join(thread, 0);
#endif
#ifdef FLAG
  while (!atomic_load_explicit(&done, memory_order_relaxed))
    ;
#endif
}
int main(void) {
  start();
#ifndef WAIT
  pthread_join(thread, 0);
#endif
}
