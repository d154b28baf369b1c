// Clocks go forward; sleeping is possible; time stamps can be formatted or are refused.
// case: => verified complete=1
#include <assert.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  usleep(10);
  sleep(1);
  struct timespec d = {0, 5};
  assert(!nanosleep(&d, 0));
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
  time_t t = time(0);
  assert(t > 0 && difftime(t, t) == 0);
  struct timeval v;
  assert(!gettimeofday(&v, 0));
  assert(clock() >= 0);
}
