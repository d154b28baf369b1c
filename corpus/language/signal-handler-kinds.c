// Installing a handler is not modelled.
// case: => inconclusive unsupported
// case: -- -DACTION => inconclusive unsupported
// case: -- -DRAISE => inconclusive unsupported
#include <signal.h>
#include <string.h>
static volatile sig_atomic_t hit;
static void on(int s) {
  hit = s;
}
int main(void) {
#ifdef ACTION
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_handler = on;
  sigemptyset(&a.sa_mask);
  sigaction(SIGUSR1, &a, 0);
#elif defined RAISE
  (void)on;
  raise(SIGTERM);
#else
  signal(SIGUSR1, on);
#endif
  return hit;
}
