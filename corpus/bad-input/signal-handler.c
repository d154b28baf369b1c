// Signals are not modelled: a handler is accepted and never runs, which a note says; to send one is refused.
// case: => verified
// case: -- -DRAISE => inconclusive unsupported
#include <signal.h>

static void handler(int number) { (void)number; }

int main(void) {
  signal(SIGINT, handler);
#ifdef RAISE
  raise(SIGINT);
#endif
  return 0;
}
