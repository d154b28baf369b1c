// Nidhugg's store buffering with plain variables and an assertion, under each model.
// case: => verified complete=3
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model tso -- -DFENCE => verified complete=3
#include <assert.h>
#include <pthread.h>
volatile int x, y, r1, r2;
#ifdef FENCE
#define F __sync_synchronize()
#else
#define F
#endif
static void *p(void *a) {
  x = 1;
  F;
  r1 = y;
  return NULL;
}
static void *q(void *a) {
  y = 1;
  F;
  r2 = x;
  return NULL;
}
int main(int argc, char *argv[]) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, p, NULL);
  pthread_create(&t2, NULL, q, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(r1 == 1 || r2 == 1);
  return 0;
}
