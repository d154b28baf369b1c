// What has no place in a model of one process without time says so.
// case: => inconclusive unsupported
// case: -- -DFORK => inconclusive unsupported
#include <signal.h>
#include <time.h>
#include <unistd.h>
int main(void) {
#ifdef FORK
  fork();
#else
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, 0, &timer);
#endif
}
