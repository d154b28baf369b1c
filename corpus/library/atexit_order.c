// case: => verified complete=1
#include <assert.h>
#include <stdlib.h>
static int n;
static void first(void) {
  assert(n == 1);
  n = 2;
}
static void second(void) {
  assert(n == 0);
  n = 1;
}
static __attribute__((destructor)) void last(void) {
  assert(n == 2);
}
static __attribute__((constructor)) void begin(void) {
  n = 0;
}
int main(void) {
  atexit(first);
  atexit(second);
  return 0;
}
