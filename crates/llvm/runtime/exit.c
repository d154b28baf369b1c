// The end of the program: exit, atexit, abort.
//
// Handlers, and the destructors of C++ static variables, run when exit is called and when main
// returns. They are kept in one table, in order of registration, because that order is defined.
#include "thread_end.h"
#include <stdlib.h>

enum { HANDLERS_MAX = 128 };

static struct {
    void (*run)(void *);
    void *argument;
} handlers[HANDLERS_MAX];

static unsigned registered;

WEAK void tp_register_exit_handler(void (*run)(void *), void *argument) {
    thread_end_wanted();
    __tp_atomic_begin();
    unsigned n = tp_load(&registered);
    if (n == HANDLERS_MAX)
        __tp_unsupported("more than 128 exit handlers");
    tp_store(&handlers[n].run, run);
    tp_store(&handlers[n].argument, argument);
    tp_store(&registered, n + 1);
    __tp_atomic_end();
}

static void run_plain(void *handler) { ((void (*)(void))handler)(); }

WEAK int atexit(void (*handler)(void)) {
    tp_register_exit_handler(run_plain, (void *)handler);
    return 0;
}

// For functions with __attribute__((destructor)): registered before anything else runs, they run last.
WEAK void __tp_lib_at_exit(void (*destructor)(void)) {
    tp_register_exit_handler(run_plain, (void *)destructor);
}

WEAK int on_exit(void (*handler)(int, void *), void *argument) {
    (void)handler;
    (void)argument;
    __tp_unsupported("on_exit");
}

// Takes the youngest handler out of the table and returns whether there was one.
static int take_handler(void (**run)(void *), void **argument) {
    __tp_atomic_begin();
    unsigned n = tp_load(&registered);
    if (n) {
        *run = tp_load(&handlers[n - 1].run);
        *argument = tp_load(&handlers[n - 1].argument);
        tp_store(&registered, n - 1);
    }
    __tp_atomic_end();
    return n != 0;
}

WEAK void tp_run_exit_handlers(void) {
    void (*run)(void *);
    void *argument;
    while (take_handler(&run, &argument))
        run(argument);
}

WEAK void exit(int status) {
    (void)status;
    tp_run_exit_handlers();
    __tp_exit_program();
}

WEAK void _exit(int status) {
    (void)status;
    __tp_exit_program();
}

WEAK void _Exit(int status) {
    (void)status;
    __tp_exit_program();
}

// Handlers of at_quick_exit are not modelled: that function is unknown.
WEAK void quick_exit(int status) {
    (void)status;
    __tp_exit_program();
}

WEAK void abort(void) { __tp_fail(TP_ABORT, "abort() was called"); }
