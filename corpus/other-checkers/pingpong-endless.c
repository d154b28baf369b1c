// Two threads that hand a token to and fro for ever: only a bound ends the search.
// case: --unroll 3 => inconclusive nothing-complete
// case: --max-executions 20 --algorithm optimal => inconclusive
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static void *t(void *p) {
  int me = (int)(long)p;
  for (;;) {
    while (atomic_load(&turn) != me)
      ;
    atomic_store(&turn, 1 - me);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, (void *)0);
  pthread_create(&b, 0, t, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
