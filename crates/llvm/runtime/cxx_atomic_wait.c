// std::atomic's wait and notify, which C++ builds in its headers over futexes.
//
// The headers count the threads that wait, so that a notifier may leave out its system call. Here
// a notifier looks for waiters itself, and nobody counts: the standard knows no such count, which
// would order threads that wait for different things, and each of its changes would double the executions.
#include "futex.h"

WEAK void __tp_instead__ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv(void *pool) { (void)pool; }
WEAK void __tp_instead__ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv(void *pool) { (void)pool; }
WEAK _Bool __tp_instead__ZNKSt8__detail18__waiter_pool_base10_M_waitingEv(const void *pool) {
    (void)pool;
    return 1;
}

// The system call says by `errno` why it came back; nobody needs to know.
WEAK void __tp_instead__ZNSt8__detail15__platform_waitIiEEvPKT_i(uint32_t *word, uint32_t value) {
    tp_futex_wait(word, value, 0);
}
