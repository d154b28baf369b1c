// The locks of Rust's standard library, each operation one step. Fast paths that the compiler has inlined are made
// to fail by the front end, so that all comes here. Unlocking is the program's own: one atomic operation that finds
// nobody waiting.
#include "futex.h"
#include "rust_thread.h"

static inline uint16_t *in_channel(void) { return &rust_self()->in_channel; }

WEAK void __tp_rust_mutex_lock(uint32_t *word) {
    // Only this thread changes it. The section has to begin with the wait.
    _Bool inside = tp_load(in_channel());
    __tp_atomic_begin();
    // Inside of another section the lock is free, and waiting for it is not allowed.
    if (!inside || tp_load(word))
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
    __tp_await(state, 4, TP_EQ, 1, TP_WAIT_PARK);
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

// Condition variables: a wait begins with the step that gives the mutex back. The library may have inlined the other
// side of any of these, so they stand in the line of the futex, and a notification counts.
WEAK void __tp_rust_condvar_wait(uint32_t *condition, uint32_t *mutex) {
    struct sleeper wakeup;
    __tp_atomic_begin();
    tp_store(mutex, 0);
    tp_futex_stand_inside(condition, &wakeup);
    __tp_atomic_end();
    __tp_await(&wakeup.waiter.woken, 4, TP_EQ, 1, TP_WAIT_CONDITION);
    __tp_rust_mutex_lock(mutex);
}
WEAK _Bool __tp_rust_condvar_wait_timeout(uint32_t *condition, uint32_t *mutex, uint64_t seconds, uint32_t rest) {
    (void)seconds;
    (void)rest;
    struct sleeper wakeup;
    __tp_atomic_begin();
    tp_store(mutex, 0);
    tp_futex_stand_inside(condition, &wakeup);
    __tp_atomic_end();
    int woken = tp_futex_leave(condition, &wakeup);
    __tp_rust_mutex_lock(mutex);
    return woken;
}
static inline void notify(uint32_t *condition, unsigned limit) {
    __tp_atomic_begin();
    __atomic_fetch_add(condition, 1, __ATOMIC_RELAXED);
    tp_futex_wake_inside(condition, limit);
    __tp_atomic_end();
}
WEAK void __tp_rust_condvar_notify_one(uint32_t *condition) { notify(condition, 1); }
WEAK void __tp_rust_condvar_notify_all(uint32_t *condition) { notify(condition, UINT32_MAX); }

// For the front end: where initialisation begins. Whoever finds that nobody has begun does, in the same step; all
// others wait until it is over.
enum { ONCE_RUNNING = 1, ONCE_INCOMPLETE = 3 };
WEAK uint32_t __tp_lib_rust_once_begin(uint32_t *state) {
    __tp_atomic_begin();
    uint32_t found = (uint32_t)__tp_await(state, 4, TP_NE, ONCE_RUNNING, TP_WAIT_ONCE);
    if (found == ONCE_INCOMPLETE)
        tp_store(state, ONCE_RUNNING);
    __tp_atomic_end();
    return found;
}
WEAK uint32_t __tp_lib_rust_once_claim(uint32_t *state, uint32_t expected, uint32_t new) {
    if (expected != ONCE_INCOMPLETE)
        __atomic_compare_exchange_n(state, &expected, new, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
    return expected;
}

// For the front end: sections around operations of channels. The locks of a channel are never held outside of them.
WEAK void __tp_lib_rust_channel_begin(void) {
    __tp_atomic_begin();
    tp_store(in_channel(), tp_load(in_channel()) + 1);
}
WEAK void __tp_lib_rust_channel_end(void) {
    tp_store(in_channel(), tp_load(in_channel()) - 1);
    __tp_atomic_end();
}
// A common word orders sections where there is no single memory.
WEAK void __tp_lib_rust_channel_order(uint64_t *channel) {
    if (__tp_release_acquire())
        __atomic_fetch_add(channel, 0, __ATOMIC_ACQ_REL);
}

// An operation that finds nothing goes on in its section until it sleeps.
WEAK void __tp_lib_rust_channel_begin_sleepy(uint64_t *channel) {
    if (tp_load(in_channel()))
        return;
    __tp_lib_rust_channel_begin();
    __tp_lib_rust_channel_order(channel);
}
WEAK void __tp_lib_rust_channel_end_sleepy(void) {
    if (tp_load(in_channel()))
        __tp_lib_rust_channel_end();
}
// No time is given: the nanoseconds are impossible.
#define NO_LIMIT 1000000000u
static _Thread_local _Bool sleeps_long;
WEAK void __tp_lib_rust_channel_sleep(uint32_t limit) {
    sleeps_long = limit == NO_LIMIT;
    __tp_lib_rust_channel_end_sleepy();
}
// The word by which a thread is chosen: 0 until then.
WEAK uint64_t __tp_lib_rust_channel_chosen(uint64_t *word) {
    if (sleeps_long)
        return __tp_await(word, 8, TP_NE, 0, TP_WAIT_CHANNEL);
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

// Pauses of loops that try again.
WEAK void __tp_rust_pause(void *self) { (void)self; }
WEAK _Bool __tp_rust_no_pause(void *self) {
    (void)self;
    return 0;
}
WEAK _Bool __tp_rust_no_more_pauses(void *self) {
    (void)self;
    return 1;
}
