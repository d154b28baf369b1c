// A lock built on the futex system call: 0 free, 1 taken, 2 taken and others wait.
// case: => verified blocked=0
// case: -- -DNO_WAKE => error deadlock
// case: --model ra => verified blocked=0
// case: --model ra -- -DNO_WAKE => error deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int state;
static int counter;

static void lock(void) {
    int old = 0;
    if (atomic_compare_exchange_strong(&state, &old, 1))
        return;
    while (atomic_exchange(&state, 2) != 0)
        syscall(SYS_futex, &state, FUTEX_WAIT, 2, NULL, NULL, 0);
}

static void unlock(void) {
    if (atomic_exchange(&state, 0) == 2) {
#ifndef NO_WAKE
        syscall(SYS_futex, &state, FUTEX_WAKE, 1, NULL, NULL, 0);
#endif
    }
}

static void *increment(void *unused) {
    lock();
    counter++;
    unlock();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
}
