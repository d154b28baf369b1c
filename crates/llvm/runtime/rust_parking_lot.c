// The locks of parking_lot, of kanal and of dashmap, each operation one step. As with the locks of the standard library, fast
// paths fail, so that all comes here, and unlocking is the program's own: it finds nobody parked.
#include "futex.h"

// No time is given: the nanoseconds are impossible.
#define NO_LIMIT 1000000000u

// Mutexes: the lowest bit says that it is locked.
WEAK _Bool __tp_rust_parking_lock(uint8_t *state, uint64_t seconds, uint32_t rest) {
    (void)seconds;
    __tp_atomic_begin();
    _Bool taken = 1;
    // With a limit of time it may give up at any moment.
    if (rest == NO_LIMIT)
        __tp_await(state, 1, TP_EQ, 0, TP_WAIT_MUTEX);
    else
        taken = !tp_load(state);
    if (taken)
        tp_store(state, 1);
    __tp_atomic_end();
    return taken;
}

// Reader-writer locks: readers in units of 16, then a writer, and one who may become a writer.
enum { UPGRADABLE = 4, WRITER = 8, READER = 16 };
WEAK _Bool __tp_rust_parking_write(uint64_t *state, uint64_t seconds, uint32_t rest) {
    (void)seconds;
    __tp_atomic_begin();
    _Bool taken = 1;
    if (rest == NO_LIMIT)
        __tp_await(state, 8, TP_EQ, 0, TP_WAIT_WRITER);
    else
        taken = !tp_load(state);
    if (taken)
        tp_store(state, WRITER);
    __tp_atomic_end();
    return taken;
}
static inline _Bool read_lock(uint64_t *state, uint32_t rest) {
    __tp_atomic_begin();
    uint64_t found;
    if (rest == NO_LIMIT)
        found = __tp_await(state, 8, TP_NE, WRITER, TP_WAIT_READER);
    else
        found = tp_load(state);
    _Bool taken = found != WRITER;
    if (taken)
        tp_store(state, found + READER);
    __tp_atomic_end();
    return taken;
}
// Version 0.12 says whether the reader may have the lock already.
WEAK _Bool __tp_rust_parking_read_4(uint64_t *state, _Bool recursive, uint64_t seconds, uint32_t rest) {
    (void)recursive;
    (void)seconds;
    return read_lock(state, rest);
}
WEAK _Bool __tp_rust_parking_read_3(uint64_t *state, uint64_t seconds, uint32_t rest) {
    (void)seconds;
    return read_lock(state, rest);
}
WEAK _Bool __tp_rust_parking_upgradable(uint64_t *state, uint64_t seconds, uint32_t rest) {
    (void)seconds;
    __tp_atomic_begin();
    uint64_t found;
    if (rest == NO_LIMIT)
        found = __tp_await_one_of(state, 8, 0, READER, 2 * READER, TP_WAIT_WRITER);
    else
        found = tp_load(state);
    _Bool taken = !(found & (WRITER | UPGRADABLE));
    if (taken)
        tp_store(state, found + READER + UPGRADABLE);
    __tp_atomic_end();
    return taken;
}
// It is the writer already, and waits for readers.
WEAK _Bool __tp_rust_parking_upgrade(uint64_t *state, uint64_t seconds, uint32_t rest) {
    (void)seconds;
    __tp_atomic_begin();
    _Bool taken = 1;
    if (rest == NO_LIMIT)
        __tp_await(state, 8, TP_EQ, WRITER, TP_WAIT_WRITER);
    else {
        uint64_t found = tp_load(state);
        taken = found == WRITER;
        if (!taken)
            tp_store(state, found - WRITER + READER + UPGRADABLE);
    }
    __tp_atomic_end();
    return taken;
}

// Condition variables: a wait begins with the step that gives the mutex back. Returns whether the time was over.
WEAK _Bool __tp_rust_parking_wait(uint32_t *condition, uint8_t *mutex, uint64_t seconds, uint32_t rest) {
    struct sleeper wakeup;
    __tp_atomic_begin();
    tp_store(mutex, 0);
    tp_futex_stand_inside(condition, &wakeup);
    __tp_atomic_end();
    int woken = 1;
    if (rest == NO_LIMIT)
        __tp_await(&wakeup.waiter.woken, 4, TP_EQ, 1, TP_WAIT_CONDITION);
    else
        woken = tp_futex_leave(condition, &wakeup);
    __tp_rust_parking_lock(mutex, seconds, NO_LIMIT);
    return !woken;
}
WEAK _Bool __tp_rust_parking_notify_one(uint32_t *condition, void *mutex) {
    (void)mutex;
    __tp_atomic_begin();
    int woken = tp_futex_wake_inside(condition, 1);
    __tp_atomic_end();
    return woken != 0;
}
WEAK uint64_t __tp_rust_parking_notify_all(uint32_t *condition, void *mutex) {
    (void)mutex;
    __tp_atomic_begin();
    int woken = tp_futex_wake_inside(condition, UINT32_MAX);
    __tp_atomic_end();
    return (uint64_t)woken;
}

// For the front end: where initialisation begins, as in rust_locks.c.
enum { ONCE_RUNNING = 4 };
WEAK uint8_t __tp_lib_rust_parking_once_begin(uint8_t *state) {
    __tp_atomic_begin();
    uint8_t found = (uint8_t)__tp_await(state, 1, TP_NE, ONCE_RUNNING, TP_WAIT_ONCE);
    if (!found)
        tp_store(state, ONCE_RUNNING);
    __tp_atomic_end();
    return found;
}
WEAK uint8_t __tp_lib_rust_parking_once_claim(uint8_t *state, uint8_t expected, uint8_t new) {
    if (expected)
        __atomic_compare_exchange_n(state, &expected, new, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
    return expected;
}

// kanal: a flag.
WEAK void __tp_rust_kanal_lock(uint8_t *locked) {
    __tp_atomic_begin();
    __tp_await(locked, 1, TP_EQ, 0, TP_WAIT_MUTEX);
    tp_store(locked, 1);
    __tp_atomic_end();
}

// dashmap: readers in units of 4, and all bits but two while somebody writes.
#define DASHMAP_WRITER (~(uint64_t)3)
WEAK void __tp_rust_dashmap_write(uint64_t *state) {
    __tp_atomic_begin();
    __tp_await(state, 8, TP_EQ, 0, TP_WAIT_WRITER);
    tp_store(state, DASHMAP_WRITER);
    __tp_atomic_end();
}
WEAK void __tp_rust_dashmap_read(uint64_t *state) {
    __tp_atomic_begin();
    uint64_t found = __tp_await(state, 8, TP_NE, DASHMAP_WRITER, TP_WAIT_READER);
    tp_store(state, found + 4);
    __tp_atomic_end();
}
