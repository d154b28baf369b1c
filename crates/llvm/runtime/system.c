// The world around the program: a small machine with no environment.
#include "tp.h"
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include "jump.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

WEAK char *getenv(const char *name) {
    (void)name;
    return 0;
}
WEAK char *secure_getenv(const char *name) {
    (void)name;
    return 0;
}

WEAK pid_t getpid(void) { return 1; }
WEAK pid_t getppid(void) { return 0; }
WEAK pid_t gettid(void) { return (pid_t)tp_me(); }
WEAK uid_t getuid(void) { return 1000; }
WEAK uid_t geteuid(void) { return 1000; }
WEAK gid_t getgid(void) { return 1000; }
WEAK gid_t getegid(void) { return 1000; }
// Output goes to no terminal, and there is no other device.
WEAK int isatty(int file) {
    (void)file;
    errno = ENOTTY;
    return 0;
}
// Clang does not let anybody define it by its own name.
_Bool is_lock_free(size_t size, const volatile void *object) __asm__("__atomic_is_lock_free");
WEAK _Bool is_lock_free(size_t size, const volatile void *object) {
    (void)object;
    return size <= 16;
}
WEAK int getpagesize(void) { return 4096; }
WEAK int get_nprocs(void) { return 4; }
WEAK int get_nprocs_conf(void) { return 4; }
WEAK int sched_getcpu(void) { return 0; }
WEAK cpu_set_t *__sched_cpualloc(size_t count) { return malloc(CPU_ALLOC_SIZE(count)); }
WEAK void __sched_cpufree(cpu_set_t *set) { free(set); }
WEAK int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *set) {
    (void)thread;
    (void)size;
    (void)set;
    return 0;
}
WEAK int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set) {
    (void)thread;
    return pthread_getaffinity_np(pthread_self(), size, set);
}
WEAK int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(((const unsigned char *)set)[i]);
    return count;
}
WEAK int sched_getscheduler(pid_t process) {
    (void)process;
    return SCHED_OTHER;
}
WEAK int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameter) {
    (void)process;
    (void)policy;
    (void)parameter;
    return 0;
}
WEAK int sched_getparam(pid_t process, struct sched_param *parameter) {
    (void)process;
    parameter->sched_priority = 0;
    return 0;
}
WEAK int sched_setparam(pid_t process, const struct sched_param *parameter) {
    (void)process;
    (void)parameter;
    return 0;
}
WEAK int nice(int increment) {
    (void)increment;
    return 0;
}
WEAK int sched_get_priority_min(int policy) { return policy == SCHED_OTHER ? 0 : 1; }
WEAK int sched_get_priority_max(int policy) { return policy == SCHED_OTHER ? 0 : 99; }

// Nothing runs out, and time does not pass.
WEAK int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
    (void)resource;
    *limit = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    return 0;
}
WEAK int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    (void)resource;
    (void)limit;
    return 0;
}
WEAK int getrusage(__rusage_who_t who, struct rusage *usage) {
    (void)who;
    *usage = (struct rusage){0};
    return 0;
}

// There is one locale.
WEAK char *setlocale(int category, const char *name) {
    (void)category;
    int known = !name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX");
    return known ? (char *)"C" : 0;
}

WEAK long sysconf(int name) {
    switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF:
        return 4;
    case _SC_PAGESIZE:
        return 4096;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES:
        return 1 << 20;
    case _SC_CLK_TCK:
        return 100;
    case _SC_LEVEL1_ICACHE_LINESIZE:
    case _SC_LEVEL1_DCACHE_LINESIZE:
    case _SC_LEVEL2_CACHE_LINESIZE:
    case _SC_LEVEL3_CACHE_LINESIZE:
        return 64;
    case _SC_LEVEL1_ICACHE_SIZE:
    case _SC_LEVEL1_DCACHE_SIZE:
        return 32 << 10;
    case _SC_LEVEL2_CACHE_SIZE:
        return 1 << 20;
    case _SC_LEVEL3_CACHE_SIZE:
        return 8 << 20;
    case _SC_OPEN_MAX:
    case _SC_IOV_MAX:
        return 1024;
    case _SC_ARG_MAX:
        return 2 << 20;
    case _SC_HOST_NAME_MAX:
    case _SC_THREAD_KEYS_MAX:
        return 64;
    case _SC_THREAD_STACK_MIN:
        return 16 << 10;
    case _SC_GETPW_R_SIZE_MAX:
    case _SC_GETGR_R_SIZE_MAX:
        return 1024;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS:
        return 4;
    case _SC_VERSION:
    case _SC_THREADS:
    case _SC_THREAD_SAFE_FUNCTIONS:
    case _SC_THREAD_ATTR_STACKADDR:
    case _SC_THREAD_ATTR_STACKSIZE:
    case _SC_THREAD_PRIORITY_SCHEDULING:
    case _SC_BARRIERS:
    case _SC_SPIN_LOCKS:
    case _SC_READER_WRITER_LOCKS:
    case _SC_SEMAPHORES:
    case _SC_TIMEOUTS:
    case _SC_TIMERS:
    case _SC_MONOTONIC_CLOCK:
    case _SC_CLOCK_SELECTION:
    case _SC_CPUTIME:
    case _SC_THREAD_CPUTIME:
        return _POSIX_VERSION;
    // No limit.
    case _SC_CHILD_MAX:
    case _SC_THREAD_THREADS_MAX:
    case _SC_SEM_NSEMS_MAX:
        return -1;
    default:
        errno = EINVAL;
        return -1;
    }
}

// In programs that never jump back. In others the front end translates calls of setjmp itself.
WEAK int _setjmp(struct __jmp_buf_tag *buffer) {
    (void)buffer;
    return 0;
}
#undef setjmp
WEAK int setjmp(struct __jmp_buf_tag *buffer) {
    (void)buffer;
    return 0;
}
WEAK int __sigsetjmp(struct __jmp_buf_tag *buffer, int save) {
    (void)buffer;
    (void)save;
    return 0;
}
WEAK void longjmp(struct __jmp_buf_tag *buffer, int value) { jump(buffer, value ? value : 1); }
WEAK void _longjmp(struct __jmp_buf_tag *buffer, int value) { jump(buffer, value ? value : 1); }
WEAK void siglongjmp(struct __jmp_buf_tag *buffer, int value) { jump(buffer, value ? value : 1); }

WEAK void __stack_chk_fail(void) { __tp_fail(TP_OUT_OF_BOUNDS, "the stack was overwritten"); }
WEAK void __chk_fail(void) { __tp_fail(TP_OUT_OF_BOUNDS, "buffer overflow"); }

// What a model of one process in which time does not pass has no place for.
WEAK pid_t fork(void) { __tp_unsupported("fork: a check is of one process"); }
WEAK pid_t vfork(void) { __tp_unsupported("vfork: a check is of one process"); }
WEAK int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer) {
    (void)clock, (void)event, (void)timer;
    __tp_unsupported("timer_create: time does not pass, so no timer would ever expire");
}
WEAK int timerfd_create(int clock, int flags) {
    (void)clock, (void)flags;
    __tp_unsupported("timerfd_create: time does not pass, so no timer would ever expire");
}
WEAK int epoll_create1(int flags) {
    (void)flags;
    __tp_unsupported("epoll: wait with read or poll for one pipe or event counter at a time");
}
WEAK int epoll_create(int size) { return epoll_create1(size); }
