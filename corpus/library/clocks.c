// A clock goes on, so a loop until a deadline ends.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int rounds = 0;
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
        rounds++;
    } while (now.tv_sec < start.tv_sec + 2);
    assert(rounds > 1);
    time_t t = time(NULL);
    assert(time(NULL) >= t && difftime(t + 5, t) == 5.0);
    struct timeval v;
    assert(gettimeofday(&v, NULL) == 0 && v.tv_sec >= t);
    assert(getenv("HOME") == NULL);
}
