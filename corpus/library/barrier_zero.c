// A barrier for nobody is refused with EINVAL.
// case: => verified
// case: --model ra => verified
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_barrier_t b;
  assert(pthread_barrier_init(&b, 0, 0) == EINVAL);
}
