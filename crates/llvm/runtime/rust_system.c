// What Rust's standard library asks of the system, beyond what C programs do.
#include "tp.h"
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>
#include <errno.h>
#include <unistd.h>

// Before main: are the standard files open? They are.
WEAK int poll(struct pollfd *files, nfds_t count, int timeout) {
    (void)timeout;
    for (nfds_t i = 0; i < count; i++)
        files[i].revents = 0;
    return 0;
}
WEAK int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
    (void)stack;
    if (old)
        *old = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}
WEAK unsigned long getauxval(unsigned long type) {
    (void)type;
    return 0;
}
// Hash maps ask for keys: any will do, but they are the same in each run.
WEAK ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    (void)flags;
    for (size_t i = 0; i < length; i++)
        ((unsigned char *)buffer)[i] = (unsigned char)(i * 37 + 11);
    return (ssize_t)length;
}
// Nobody has more than the modelled library. The crate getrandom looks for this function, and for a file instead.
WEAK void *dlsym(void *handle, const char *name) {
    (void)handle;
    return strcmp(name, "getrandom") ? 0 : (void *)getrandom;
}
WEAK char **tp_environ __asm__("environ") = 0;

// Files: a program in Rust that meets one is not decided. The library itself asks the kernel how many processors there are,
// and lives with no answer.
static int no_file(const char *name) {
    const char *const kernel[] = {"/proc/", "/sys/"};
    for (int i = 0; i < 2; i++)
        if (!strncmp(name, kernel[i], strlen(kernel[i]))) {
            errno = ENOENT;
            return -1;
        }
    __tp_unsupported("std::fs at run time: files are not modelled");
}
WEAK int __tp_rust_open(const char *name, int flags, ...) {
    (void)flags;
    return no_file(name);
}
WEAK int __tp_rust_look_at(const char *name, void *result) {
    (void)result;
    return no_file(name);
}
WEAK void *__tp_rust_opendir(const char *name) {
    no_file(name);
    return 0;
}
WEAK int __tp_rust_unlink(const char *name) { return no_file(name); }

// Handlers for stacks that overflow are not needed: as if somebody else had installed some.
WEAK int __tp_rust_sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    if (number != SIGSEGV && number != SIGBUS)
        return sigaction(number, action, old);
    if (old)
        *old = (struct sigaction){.sa_handler = SIG_IGN};
    return 0;
}
WEAK void *__tp_rust_make_handler(_Bool main) {
    (void)main;
    return 0;
}
WEAK void __tp_rust_drop_handler(void *handler) { (void)handler; }
WEAK void __tp_rust_signal_handler(int number, void *information, void *context) {
    (void)number;
    (void)information;
    (void)context;
}

// Prints nothing, which always succeeds.
WEAK _Bool __tp_rust_print_backtrace(void *self, void *formatter) {
    (void)self;
    (void)formatter;
    return 0;
}
