// Destructors of C++ static and thread_local variables.
#include "thread_end.h"

// Address of the library that a variable belongs to; there is only one.
WEAK void *__dso_handle;

WEAK void ios_init_end(void *self) __asm__("_ZNSt8ios_base4InitD1Ev");
void ios_init_end(void *self) { (void)self; }

WEAK int __cxa_atexit(void (*run)(void *), void *object, void *library) {
    (void)library;
    // Every file that includes <iostream> has such an object, with nothing to destroy.
    if (run != ios_init_end)
        tp_register_exit_handler(run, object);
    return 0;
}

WEAK void __cxa_finalize(void *library) { (void)library; }

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
