// Initialisation of C++ static variables of functions: by one thread, for which others wait. The
// first byte of a guard is what compiled code looks at: 1 when all is done. The second is ours.
#include "tp.h"

enum { DONE = 0, RUNNING = 1 };

WEAK int __cxa_guard_acquire(uint8_t *guard) {
    __tp_atomic_begin();
    __tp_await(&guard[RUNNING], 1, TP_EQ, 0, TP_WAIT_ONCE);
    int first = !tp_load(&guard[DONE]);
    if (first)
        tp_store(&guard[RUNNING], 1);
    __tp_atomic_end();
    return first;
}

WEAK void __cxa_guard_release(uint8_t *guard) {
    __tp_atomic_begin();
    tp_store(&guard[DONE], 1);
    tp_store(&guard[RUNNING], 0);
    __tp_atomic_end();
}

WEAK void __cxa_guard_abort(uint8_t *guard) { tp_store(&guard[RUNNING], 0); }
