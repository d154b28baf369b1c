// Two threads add each other's sum; the largest possible sum is reached at the end.
// From: SV-COMP; Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1.
// N: rounds per thread (default 5).
#include "fib.h"

int main(void) {
  pthread_t t1, t2;
  int most = maximum();
  pthread_create(&t1, NULL, add_to_i, NULL);
  pthread_create(&t2, NULL, add_to_j, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  if (i >= most || j >= most)
    assert(0);
  return 0;
}
