// Destructors of C++ thread_local variables.
#include "thread_end.h"

struct destructor {
    void (*run)(void *);
    void *object;
    struct destructor *next;
};

static _Thread_local struct destructor *destructors;

WEAK int __cxa_thread_atexit(void (*run)(void *), void *object, void *library) {
    (void)library;
    struct destructor *d = __tp_allocate(sizeof *d, 0);
    d->run = run;
    d->object = object;
    d->next = destructors;
    destructors = d;
    thread_end_wanted();
    return 0;
}

WEAK int __cxa_thread_atexit_impl(void (*run)(void *), void *object, void *library) {
    return __cxa_thread_atexit(run, object, library);
}

void tp_run_thread_local_destructors(void) {
    while (destructors) {
        struct destructor *d = destructors;
        destructors = d->next;
        d->run(d->object);
        __tp_free(d);
    }
}
