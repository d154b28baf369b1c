// The locks of Rust's standard library, each operation one step. Fast paths that the compiler has inlined are made
// to fail by the front end, so that all comes here. Unlocking is the program's own: one atomic operation that finds
// nobody waiting.
#include "tp.h"

WEAK void __tp_rust_mutex_lock(uint32_t *word) {
    __tp_atomic_begin();
    __tp_await(word, 4, TP_EQ, 0, TP_WAIT_MUTEX);
    tp_store(word, 1);
    __tp_atomic_end();
}

// The lower 30 bits count readers, or are all set while somebody writes.
#define WRITE_LOCKED 0x3fffffffu
WEAK void __tp_rust_rwlock_read(uint32_t *word) {
    __tp_atomic_begin();
    uint32_t readers = (uint32_t)__tp_await(word, 4, TP_ULT, WRITE_LOCKED - 1, TP_WAIT_READER);
    tp_store(word, readers + 1);
    __tp_atomic_end();
}
WEAK void __tp_rust_rwlock_write(uint32_t *word) {
    __tp_atomic_begin();
    __tp_await(word, 4, TP_EQ, 0, TP_WAIT_WRITER);
    tp_store(word, WRITE_LOCKED);
    __tp_atomic_end();
}

// For the front end: the first access of whoever parks. It finds its token, then or later.
WEAK uint32_t __tp_lib_rust_park(uint32_t *state) {
    __tp_atomic_begin();
    __tp_await(state, 4, TP_EQ, 1, TP_WAIT_CONDITION);
    tp_store(state, 0);
    __tp_atomic_end();
    return 1;
}
// With a limit of time: it may go on without.
WEAK uint32_t __tp_lib_rust_park_timeout(uint32_t *state) {
    __tp_atomic_begin();
    if (tp_load(state))
        tp_store(state, 0);
    __tp_atomic_end();
    return 1;
}
