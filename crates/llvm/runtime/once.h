// One-time initialisation: pthread_once, call_once, and C++ static variables.
#ifndef ONCE_H
#define ONCE_H

#include "tp.h"

enum { ONCE_NEW, ONCE_RUNNING, ONCE_DONE };

// Returns whether the caller has to initialise and then call once_end. Others wait until it has.
static inline int once_begin(uint32_t *state) {
    __tp_atomic_begin();
    int first = __tp_await_one_of(state, 4, ONCE_NEW, ONCE_DONE, ONCE_DONE, TP_WAIT_ONCE) == ONCE_NEW;
    if (first)
        tp_store(state, ONCE_RUNNING);
    __tp_atomic_end();
    return first;
}

static inline void once_end(uint32_t *state) { tp_store(state, ONCE_DONE); }

#endif
