// std::atomic's wait and notify, which C++ builds in its headers over futexes.
//
// A notifier looks whether anybody has announced to wait, and relies on sequential consistency: either
// it sees the announcement, or the waiter sees the new value. Where memory is weaker it looks
// for waiters itself instead; the futex knows them.
#include "futex.h"

// The count of announcements is the first word of the pool.
WEAK _Bool __tp_instead__ZNKSt8__detail18__waiter_pool_base10_M_waitingEv(const uint32_t *announced) {
    return __tp_weak_memory() || tp_load(announced);
}

// The system call says by `errno` why it came back; nobody needs to know.
WEAK void __tp_instead__ZNSt8__detail15__platform_waitIiEEvPKT_i(uint32_t *word, uint32_t value) {
    tp_futex_wait(word, value, 0);
}
