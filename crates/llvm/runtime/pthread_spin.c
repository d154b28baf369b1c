// Spin locks: the word holds the owner.
#include "tp.h"
#include <errno.h>
#include <pthread.h>

#define DESTROYED UINT32_C(0xffffffff)

static uint32_t *of(pthread_spinlock_t *lock) { return (uint32_t *)(uintptr_t)lock; }

WEAK int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    *of(lock) = 0;
    return 0;
}

// A thread that locks a spin lock twice waits for itself, for ever.
WEAK int pthread_spin_lock(pthread_spinlock_t *lock) {
    __tp_atomic_begin();
    if (__tp_await_one_of(of(lock), 4, 0, DESTROYED, DESTROYED, TP_WAIT_SPIN))
        tp_misuse("lock of a destroyed spin lock");
    tp_store(of(lock), tp_me());
    __tp_atomic_end();
    return 0;
}

WEAK int pthread_spin_trylock(pthread_spinlock_t *lock) {
    uint32_t owner = 0;
    if (__atomic_compare_exchange_n(of(lock), &owner, tp_me(), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        return 0;
    if (owner == DESTROYED)
        tp_misuse("lock of a destroyed spin lock");
    return EBUSY;
}

WEAK int pthread_spin_unlock(pthread_spinlock_t *lock) {
    __tp_atomic_begin();
    uint32_t owner = tp_load(of(lock));
    if (owner != tp_me())
        tp_misuse(owner == DESTROYED ? "unlock of a destroyed spin lock"
                  : owner            ? "unlock of a spin lock that another thread holds"
                                     : "unlock of a spin lock that is not locked");
    tp_store(of(lock), 0);
    __tp_atomic_end();
    return 0;
}

WEAK int pthread_spin_destroy(pthread_spinlock_t *lock) {
    __tp_atomic_begin();
    uint32_t owner = tp_load(of(lock));
    if (owner == DESTROYED)
        tp_misuse("destroy of a destroyed spin lock");
    if (owner)
        tp_misuse("destroy of a locked spin lock");
    tp_store(of(lock), DESTROYED);
    __tp_atomic_end();
    return 0;
}
