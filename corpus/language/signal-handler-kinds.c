// A handler is installed in each way, and no signal comes; to send one is not modelled.
// case: => verified
// case: -- -DACTION => verified
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
