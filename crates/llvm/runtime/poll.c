// Waiting for files: output can always be written, and there is no input but that of pipes. Without anything to wait for
// it is a sleep, which takes no time, or one without end.
#include "channels.h"
#include <errno.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

static _Thread_local int never;

static int wait_for(struct pollfd *files, nfds_t count, int forever) {
    int ready = 0;
    for (nfds_t i = 0; i < count; i++) {
        files[i].revents = 0;
        if (is_channel(files[i].fd))
            files[i].revents = tp_channel_poll(files[i].fd, files[i].events, forever && count == 1);
        else if (files[i].fd > STDIN_FILENO)
            files[i].revents = files[i].events & POLLOUT;
        ready += files[i].revents != 0;
    }
    if (!ready && forever) {
        for (nfds_t i = 0; i < count; i++)
            if (is_channel(files[i].fd))
                __tp_unsupported("a wait for one of several pipes");
        __tp_await(&never, 4, TP_EQ, 1, TP_WAIT_CONDITION);
    }
    return ready;
}

WEAK int poll(struct pollfd *files, nfds_t count, int timeout) { return wait_for(files, count, timeout < 0); }
WEAK int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    (void)mask;
    return wait_for(files, count, timeout == 0);
}

static int any(const fd_set *set, int count) {
    for (int file = 0; set && file < count; file++)
        if (FD_ISSET(file, set))
            return 1;
    return 0;
}
static int sleep_only(int count, const fd_set *a, const fd_set *b, const fd_set *c, int forever) {
    if (any(a, count) || any(b, count) || any(c, count))
        __tp_unsupported("select of files: they are not modelled");
    if (forever)
        __tp_await(&never, 4, TP_EQ, 1, TP_WAIT_CONDITION);
    return 0;
}
WEAK int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
                struct timeval *restrict timeout) {
    return sleep_only(count, reads, writes, others, timeout == 0);
}
WEAK int pselect(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
                 const struct timespec *restrict timeout, const sigset_t *restrict mask) {
    (void)mask;
    return sleep_only(count, reads, writes, others, timeout == 0);
}
// A signal would end it, and none arrives.
WEAK int pause(void) { return sleep_only(0, 0, 0, 0, 1); }
