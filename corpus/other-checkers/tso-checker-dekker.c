// Dekker's algorithm as the tests for TSO have it, with its loops.
// case: => verified
// case: --model tso => error assertion
// case: --model tso -- -DF => verified
#include <assert.h>
#include <pthread.h>
#ifdef F
#define FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)
#else
#define FENCE
#endif
volatile int flag[2], turn, in;
static void enter(int me) {
  flag[me] = 1;
  FENCE;
  while (flag[1 - me]) {
    if (turn != me) {
      flag[me] = 0;
      while (turn != me)
        ;
      flag[me] = 1;
      FENCE;
    }
  }
}
static void leave(int me) {
  turn = 1 - me;
  flag[me] = 0;
}
static void *t(void *p) {
  int me = (int)(long)p;
  enter(me);
  assert(in == 0);
  in = 1;
  in = 0;
  FENCE;
  leave(me);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, (void *)0);
  pthread_create(&b, 0, t, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
