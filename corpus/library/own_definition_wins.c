// A function that the program defines itself is used instead of the library's.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <stdlib.h>

static int calls;

void reach_error(void) { calls++; }
int pthread_mutex_lock(void *unused) {
    (void)unused;
    return ++calls;
}
int rand(void) { return 4; }

int main(void) {
    reach_error();
    assert(pthread_mutex_lock(NULL) == 2);
    assert(calls == 2 && rand() == 4);
}
