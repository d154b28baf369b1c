// One-time initialisation: pthread_once, call_once, and C++ static variables.
#ifndef ONCE_H
#define ONCE_H

#include "tp.h"

enum { ONCE_NEW, ONCE_RUNNING, ONCE_DONE };

// Returns whether the caller has to initialise. Others wait until it has.
static inline int once_begin(uint32_t *state) {
    __tp_atomic_begin();
    int first = __tp_await_one_of(state, 4, ONCE_NEW, ONCE_DONE, ONCE_DONE, TP_WAIT_ONCE) == ONCE_NEW;
    if (first)
        tp_store(state, ONCE_RUNNING);
    __tp_atomic_end();
    return first;
}

// An initialiser that throws has not been run.
static inline void once_run(uint32_t *state, void (*initialise)(void)) {
    if (!once_begin(state))
        return;
    void *thrown = __tp_call((void (*)(void *))initialise, 0);
    tp_store(state, thrown ? ONCE_NEW : ONCE_DONE);
    if (thrown)
        __tp_throw(thrown);
}

#endif
