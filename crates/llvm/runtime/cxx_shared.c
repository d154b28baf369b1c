// What guards the free functions std::atomic_load, … for std::shared_ptr: a mutex out of a pool, by
// the address of the pointer.
#include "mutex.h"

#define POOL 16

static struct mutex pool[POOL];

// std::_Sp_locker: the indices of the mutexes that it holds.
struct locker {
    unsigned char first, second;
};

static unsigned char index_of(const void *pointer) { return (uint64_t)pointer / 16 % POOL; }

WEAK void lock_one(struct locker *l, const void *p) __asm__("_ZNSt10_Sp_lockerC1EPKv");
WEAK void lock_one(struct locker *l, const void *p) {
    l->first = l->second = index_of(p);
    mutex_lock(&pool[l->first]);
}

WEAK void lock_two(struct locker *l, const void *p, const void *q) __asm__("_ZNSt10_Sp_lockerC1EPKvS1_");
WEAK void lock_two(struct locker *l, const void *p, const void *q) {
    unsigned char a = index_of(p), b = index_of(q);
    l->first = a < b ? a : b;
    l->second = a < b ? b : a;
    mutex_lock(&pool[l->first]);
    if (a != b)
        mutex_lock(&pool[l->second]);
}

WEAK void unlock(struct locker *l) __asm__("_ZNSt10_Sp_lockerD1Ev");
WEAK void unlock(struct locker *l) {
    if (l->first != l->second)
        mutex_unlock(&pool[l->second]);
    mutex_unlock(&pool[l->first]);
}
