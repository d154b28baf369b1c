// Code that was compiled with checks for undefined behaviour: what they report is an error.
// case: => verified
// case: -- -fsanitize=undefined => error abort line=17
// case: -- -fsanitize=signed-integer-overflow -fsanitize-trap=all => error abort line=17
// case: -- -fsanitize=undefined -DSMALL -DINDEX => error out-of-bounds line=20
// case: -- -fsanitize=undefined -DDIVIDE => error division-by-zero line=22
// case: -- -fsanitize=undefined -DSMALL => verified
#include <limits.h>
#include <pthread.h>
#ifdef SMALL
static int x = 5;
#else
static int x = INT_MAX - 1;
#endif
static int table[4];
static void *work(void *unused) {
  x = x + 1;
#ifdef INDEX
  int i = x == 7 ? 4 : 3;
  return table[i] ? unused : 0;
#elif defined DIVIDE
  table[0] = 1 / (INT_MAX - x);
#endif
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  work(0);
  pthread_join(other, 0);
}
