// Signals: none ever arrives. A handler of the program is accepted and never runs, which the user is told;
// to ignore signals or to block them changes nothing.
#include "tp.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#pragma clang diagnostic ignored "-Wunused-parameter"
#undef sigemptyset
#undef sigfillset
#undef sigaddset
#undef sigdelset

static void install(__sighandler_t handler) {
    if (handler != SIG_IGN && handler != SIG_DFL)
        __tp_note("signals are not modelled: a handler is installed here and was never run");
}

WEAK __sighandler_t signal(int number, __sighandler_t handler) {
    install(handler);
    return SIG_DFL;
}
WEAK int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    if (action)
        install(action->sa_handler);
    if (old)
        *old = (struct sigaction){.sa_handler = SIG_DFL};
    return 0;
}

WEAK int sigemptyset(sigset_t *set) {
    *set = (sigset_t){0};
    return 0;
}
WEAK int sigfillset(sigset_t *set) {
    for (unsigned i = 0; i < sizeof set->__val / sizeof *set->__val; i++)
        set->__val[i] = ~0ul;
    return 0;
}
WEAK int sigaddset(sigset_t *set, int number) {
    set->__val[(number - 1) / 64 % 16] |= 1ul << (number - 1) % 64;
    return 0;
}
WEAK int sigdelset(sigset_t *set, int number) {
    set->__val[(number - 1) / 64 % 16] &= ~(1ul << (number - 1) % 64);
    return 0;
}
WEAK int sigismember(const sigset_t *set, int number) {
    return set->__val[(number - 1) / 64 % 16] >> (number - 1) % 64 & 1;
}
WEAK int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    if (old)
        *old = (sigset_t){0};
    return 0;
}
WEAK int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    if (old)
        *old = (sigset_t){0};
    return 0;
}

WEAK int raise(int number) {
    if (number == SIGABRT)
        __tp_fail(TP_ABORT, "raise(SIGABRT) was called");
    __tp_unsupported("raise: signals are not modelled");
}
// Signal 0 only asks whether the thread is there.
WEAK int pthread_kill(pthread_t handle, int number) {
    if (number == 0)
        return 0;
    __tp_unsupported("pthread_kill: signals are not modelled");
}
