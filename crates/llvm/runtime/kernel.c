// What only this system's kernel is asked: barriers in other threads, names and facts about the machine.
#include "futex.h"
#include <errno.h>
#include <linux/membarrier.h>
#include <stdarg.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

// A barrier in every thread. Where memory is sequentially consistent that is nothing; elsewhere the
// kernel is one that does not know of it, and programs that ask first take their other way.
static long membarrier(int command) {
    if (!__tp_weak_memory()) {
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        int all = MEMBARRIER_CMD_GLOBAL | MEMBARRIER_CMD_PRIVATE_EXPEDITED |
                  MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED | MEMBARRIER_CMD_GLOBAL_EXPEDITED |
                  MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED;
        return command == MEMBARRIER_CMD_QUERY ? all : 0;
    }
    if (command != MEMBARRIER_CMD_QUERY && !(command & (MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED |
                                                        MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED)))
        __tp_unsupported("membarrier under a weak memory model");
    errno = ENOSYS;
    return -1;
}

WEAK int prctl(int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    char *text = option == PR_GET_NAME ? va_arg(arguments, char *) : 0;
    va_end(arguments);
    switch (option) {
    case PR_GET_NAME:
        strcpy(text, "program");
        return 0;
    case PR_GET_DUMPABLE:
        return 1;
    case PR_SET_NAME:
    case PR_SET_DUMPABLE:
    case PR_SET_TIMERSLACK:
    case PR_SET_PDEATHSIG:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_KEEPCAPS:
    case PR_SET_THP_DISABLE:
    case PR_GET_THP_DISABLE:
    case PR_GET_NO_NEW_PRIVS:
    case PR_GET_KEEPCAPS:
        return 0;
    default:
        errno = EINVAL;
        return -1;
    }
}

WEAK unsigned long getauxval(unsigned long kind) {
    switch (kind) {
    case AT_PAGESZ:
        return 4096;
    case AT_CLKTCK:
        return 100;
    case AT_UID:
    case AT_EUID:
    case AT_GID:
    case AT_EGID:
        return 1000;
    // No special instructions of the processor.
    case AT_HWCAP:
    case AT_HWCAP2:
    case AT_SECURE:
        return 0;
    default:
        errno = ENOENT;
        return 0;
    }
}

WEAK int getcpu(unsigned *processor, unsigned *node) {
    if (processor)
        *processor = 0;
    if (node)
        *node = 0;
    return 0;
}

WEAK int uname(struct utsname *result) {
    *result = (struct utsname){.sysname = "Linux",
                               .nodename = "localhost",
                               .release = "6.1.0",
                               .version = "#1",
                               .machine = "x86_64"};
    return 0;
}
WEAK int gethostname(char *to, size_t size) {
    strncpy(to, "localhost", size);
    return 0;
}

// System calls by number. Each takes only the arguments that it needs: there may be no more.
WEAK long syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long result = 0;
    switch (number) {
    case SYS_futex:
        result = tp_futex(arguments);
        break;
    case SYS_gettid:
        result = tp_me();
        break;
    case SYS_getpid:
        result = getpid();
        break;
    case SYS_sched_yield:
        break;
    case SYS_membarrier:
        result = membarrier(va_arg(arguments, int));
        break;
    case SYS_getcpu: {
        unsigned *processor = va_arg(arguments, unsigned *);
        result = getcpu(processor, va_arg(arguments, unsigned *));
        break;
    }
    case SYS_getrandom: {
        void *buffer = va_arg(arguments, void *);
        size_t size = va_arg(arguments, size_t);
        result = getrandom(buffer, size, va_arg(arguments, unsigned));
        break;
    }
    case SYS_statx:
        __tp_unsupported("the system call statx: a look at a file");
    default:
        __tp_unsupported("this system call");
    }
    va_end(arguments);
    return result;
}
