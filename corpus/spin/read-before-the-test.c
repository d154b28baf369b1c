// Loops that read at their end what they test at their beginning.
// case: => verified
// case: --algorithm source => verified
// case: --algorithm sat => verified
// case: --model tso => error assertion
// case: --model pso => error assertion
#include <assert.h>
#include <pthread.h>
int flag1, flag2, turn, inside;
static void *first(void *unused) {
  flag1 = 1;
  turn = 1;
  int f = flag2, t = turn;
  while (f == 1 && t == 1) {
    f = flag2;
    t = turn;
  }
  inside = 0;
  assert(inside == 0);
  flag1 = 0;
  return 0;
}
static void *second(void *unused) {
  flag2 = 1;
  turn = 0;
  int f = flag1, t = turn;
  while (f == 1 && t == 0) {
    f = flag1;
    t = turn;
  }
  inside = 1;
  assert(inside == 1);
  flag2 = 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
