// Unbounded recursion in two threads, with a store in each call: the saved stacks share what is deep.
// case: --algorithm optimal => error stack-overflow line=7
#include <pthread.h>
static volatile int last;
static int deeper(int n) {
  last = n;
  return deeper(n + 1) + 1;
}
static void *run(void *argument) { return (char *)argument + deeper(0); }
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
