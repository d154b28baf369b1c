/* The system's threads, with a `thrd_join` whose second argument may be missing and, in C++, bodies
   of threads that return nothing. */
#include_next <threads.h>
#ifndef THREADPROOF_THREADS_H
#define THREADPROOF_THREADS_H
#define __tp_join_first_two(thread, result, ...) (thrd_join)(thread, result)
#define thrd_join(...) __tp_join_first_two(__VA_ARGS__, (int *)0, 0)
#ifdef __cplusplus
static inline int thrd_create(thrd_t *thread, void (*body)(void *), void *argument) {
    return thrd_create(thread, (thrd_start_t)body, argument);
}
#endif
#endif
