// Signals are not modelled.
// case: => inconclusive unsupported
#include <signal.h>

static void handler(int number) { (void)number; }

int main(void) {
  signal(SIGINT, handler);
  return 0;
}
