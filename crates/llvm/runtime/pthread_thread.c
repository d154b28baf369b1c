// pthreads: creation, end, joining, and what has no effect in a model without time and
// priorities. Creation never fails. For cancellation there is pthread_cancel.c.
#include "thread.h"
#include "thread_end.h"
#include "deadline.h"
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>

// The bytes of a pthread_attr_t. Preprocessed programs may bring the type of a 32-bit system.
struct attributes {
    uint64_t stack_size;
    uint64_t guard_size;
    void *stack;
    int32_t priority;
    int8_t detach_state;
    int8_t scope;
    int8_t inherit;
    int8_t policy;
};
_Static_assert(sizeof(struct attributes) <= 36, "fits on a 32-bit system, too");

static struct attributes *of(const pthread_attr_t *attributes) { return (struct attributes *)attributes; }

// What pthread_create does but for storing the handle. The front end turns a call of that into a
// call of this and a store in the caller, so that the caller's array of handles can stay private.
WEAK __attribute__((noinline)) unsigned long
tp_thread_start(const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    int detached = attributes && of(attributes)->detach_state == PTHREAD_CREATE_DETACHED;
    return thread_create(body, argument, detached);
}

WEAK int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *),
                        void *argument) {
    *handle = tp_thread_start(attributes, body, argument);
    return 0;
}

WEAK int pthread_join(pthread_t handle, void **result) {
    if (!result)
        return thread_join(handle, 0);
    void *value;
    int error = thread_join(handle, &value);
    if (!error)
        *result = value;
    return error;
}

static int try_join(pthread_t handle, void **result, int busy) {
    void *value;
    int error = thread_try_join(handle, &value, busy);
    if (!error && result)
        *result = value;
    return error;
}

WEAK int pthread_tryjoin_np(pthread_t handle, void **result) { return try_join(handle, result, EBUSY); }

WEAK int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *deadline) {
    return deadline_result(try_join(handle, result, ETIMEDOUT), deadline);
}

WEAK int pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock,
                              const struct timespec *deadline) {
    (void)clock;
    return deadline_result(try_join(handle, result, ETIMEDOUT), deadline);
}

WEAK int pthread_detach(pthread_t handle) {
    thread_detach(handle);
    return 0;
}

WEAK void pthread_exit(void *value) { thread_exit(value); }

WEAK pthread_t pthread_self(void) { return tp_me(); }

WEAK int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

// Its body is in pthread_cancel.c.
WEAK int pthread_cancel(pthread_t handle) {
    (void)handle;
    __tp_unsupported("pthread_cancel");
}

// In programs where nobody is cancelled these change nothing.
WEAK int pthread_setcancelstate(int state, int *old) {
    (void)state;
    if (old)
        *old = PTHREAD_CANCEL_ENABLE;
    return 0;
}
WEAK int pthread_setcanceltype(int type, int *old) {
    (void)type;
    if (old)
        *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}
WEAK void pthread_testcancel(void) {}

// A scope with a clean-up handler is a place to jump to: there the handler is called, and then the last of these
// functions.
WEAK void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
    buffer->__pad[0] = tp_cleanup;
    tp_cleanup = buffer;
}
WEAK void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { tp_cleanup = buffer->__pad[0]; }
WEAK void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
    tp_cleanup = buffer->__pad[0];
    tp_thread_finish();
    __tp_exit_thread();
}

WEAK int pthread_yield(void) { return 0; }
WEAK int pthread_setname_np(pthread_t handle, const char *name) {
    (void)handle;
    (void)name;
    return 0;
}
WEAK int pthread_getname_np(pthread_t handle, char *name, size_t size) {
    (void)handle;
    if (!size)
        return ERANGE;
    *name = 0;
    return 0;
}
WEAK int pthread_setconcurrency(int level) {
    (void)level;
    return 0;
}
WEAK int pthread_getconcurrency(void) { return 0; }
WEAK int pthread_setschedparam(pthread_t handle, int policy, const struct sched_param *parameter) {
    (void)handle;
    (void)policy;
    (void)parameter;
    return 0;
}
WEAK int pthread_getschedparam(pthread_t handle, int *policy, struct sched_param *parameter) {
    (void)handle;
    *policy = SCHED_OTHER;
    parameter->sched_priority = 0;
    return 0;
}
WEAK int pthread_setschedprio(pthread_t handle, int priority) {
    (void)handle;
    (void)priority;
    return 0;
}
WEAK int pthread_setaffinity_np(pthread_t handle, size_t size, const cpu_set_t *set) {
    (void)handle;
    (void)size;
    (void)set;
    return 0;
}
WEAK int pthread_getaffinity_np(pthread_t handle, size_t size, cpu_set_t *set) {
    (void)handle;
    char *bytes = (char *)set;
    for (size_t i = 0; i < size; i++)
        bytes[i] = i == 0 ? 0xf : 0;
    return 0;
}
WEAK int pthread_getcpuclockid(pthread_t handle, clockid_t *clock) {
    (void)handle;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
WEAK int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}

WEAK int pthread_attr_init(pthread_attr_t *attributes) {
    *of(attributes) = (struct attributes){.stack_size = 8 << 20,
                                          .guard_size = 4096,
                                          .detach_state = PTHREAD_CREATE_JOINABLE,
                                          .scope = PTHREAD_SCOPE_SYSTEM,
                                          .inherit = PTHREAD_INHERIT_SCHED,
                                          .policy = SCHED_OTHER};
    return 0;
}
// Of any thread: where its stack is, nobody can say.
WEAK int pthread_getattr_np(pthread_t handle, pthread_attr_t *attributes) {
    (void)handle;
    return pthread_attr_init(attributes);
}
WEAK int pthread_attr_destroy(pthread_attr_t *attributes) {
    (void)attributes;
    return 0;
}

// A pair of functions that set and get an attribute, with a condition for valid values.
#define ATTRIBUTE(name, type, field, valid)                                                       \
    WEAK int pthread_attr_set##name(pthread_attr_t *attributes, type value) {                     \
        if (!(valid))                                                                             \
            return EINVAL;                                                                        \
        of(attributes)->field = value;                                                            \
        return 0;                                                                                 \
    }                                                                                             \
    WEAK int pthread_attr_get##name(const pthread_attr_t *attributes, type *value) {              \
        *value = of(attributes)->field;                                                           \
        return 0;                                                                                 \
    }
ATTRIBUTE(detachstate, int, detach_state,
          value == PTHREAD_CREATE_JOINABLE || value == PTHREAD_CREATE_DETACHED)
ATTRIBUTE(stacksize, size_t, stack_size, value >= 16384)
ATTRIBUTE(guardsize, size_t, guard_size, 1)
ATTRIBUTE(scope, int, scope, value == PTHREAD_SCOPE_SYSTEM)
ATTRIBUTE(inheritsched, int, inherit, value == PTHREAD_INHERIT_SCHED || value == PTHREAD_EXPLICIT_SCHED)
ATTRIBUTE(schedpolicy, int, policy, value == SCHED_OTHER || value == SCHED_FIFO || value == SCHED_RR)

WEAK int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameter) {
    of(attributes)->priority = parameter->sched_priority;
    return 0;
}
WEAK int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameter) {
    parameter->sched_priority = of(attributes)->priority;
    return 0;
}
WEAK int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size) {
    of(attributes)->stack = stack;
    of(attributes)->stack_size = size;
    return 0;
}
WEAK int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size) {
    *stack = of(attributes)->stack;
    *size = of(attributes)->stack_size;
    return 0;
}
WEAK int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *set) {
    (void)attributes;
    (void)size;
    (void)set;
    return 0;
}
WEAK int pthread_attr_getaffinity_np(const pthread_attr_t *attributes, size_t size, cpu_set_t *set) {
    (void)attributes;
    return pthread_getaffinity_np(pthread_self(), size, set);
}
