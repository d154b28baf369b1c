// The atomic library for objects that no machine accesses at once: larger ones, and those of odd sizes. The real
// one takes a lock; here each operation is one section. What it accesses of the object are atomic words, so that
// they are no data races, in the sizes in which structures are copied.
#include "tp.h"
#include <stddef.h>

// Clang does not let anybody define these by their own names.
void large_load(size_t size, const void *object, void *to, int order) __asm__("__atomic_load");
void large_store(size_t size, void *object, const void *from, int order) __asm__("__atomic_store");
void large_exchange(size_t size, void *object, const void *from, void *old,
                    int order) __asm__("__atomic_exchange");
_Bool large_compare_exchange(size_t size, void *object, void *expected, const void *from, int success,
                             int failure) __asm__("__atomic_compare_exchange");

// A section synchronises, whatever the order of the access is. Where that matters, weaker orders are not modelled.
static void look_at_order(int order) {
    if (order != __ATOMIC_SEQ_CST && __tp_release_acquire())
        __tp_unsupported("an atomic access to an object of this size that is weaker than seq_cst");
}

// How many bytes to access next.
static size_t piece(const char *object, size_t rest) {
    size_t size = 8;
    while (size > rest || (uintptr_t)object % size)
        size /= 2;
    return size;
}

static uint64_t get_piece(const char *object, size_t size) {
    switch (size) {
    case 8:
        return __atomic_load_n((const uint64_t *)object, __ATOMIC_SEQ_CST);
    case 4:
        return __atomic_load_n((const uint32_t *)object, __ATOMIC_SEQ_CST);
    case 2:
        return __atomic_load_n((const uint16_t *)object, __ATOMIC_SEQ_CST);
    default:
        return __atomic_load_n((const uint8_t *)object, __ATOMIC_SEQ_CST);
    }
}

static void put_piece(char *object, uint64_t value, size_t size) {
    switch (size) {
    case 8:
        return __atomic_store_n((uint64_t *)object, value, __ATOMIC_SEQ_CST);
    case 4:
        return __atomic_store_n((uint32_t *)object, (uint32_t)value, __ATOMIC_SEQ_CST);
    case 2:
        return __atomic_store_n((uint16_t *)object, (uint16_t)value, __ATOMIC_SEQ_CST);
    default:
        return __atomic_store_n((uint8_t *)object, (uint8_t)value, __ATOMIC_SEQ_CST);
    }
}

static void get(size_t size, const char *object, char *to) {
    for (size_t at = 0, next; at < size; at += next) {
        next = piece(object + at, size - at);
        uint64_t value = get_piece(object + at, next);
        __builtin_memcpy(to + at, &value, next);
    }
}

static void put(size_t size, char *object, const char *from) {
    for (size_t at = 0, next; at < size; at += next) {
        next = piece(object + at, size - at);
        uint64_t value = 0;
        __builtin_memcpy(&value, from + at, next);
        put_piece(object + at, value, next);
    }
}

static _Bool equals(size_t size, const char *object, const char *expected) {
    for (size_t at = 0, next; at < size; at += next) {
        next = piece(object + at, size - at);
        uint64_t value = 0;
        __builtin_memcpy(&value, expected + at, next);
        if (get_piece(object + at, next) != value)
            return 0;
    }
    return 1;
}

WEAK void large_load(size_t size, const void *object, void *to, int order) {
    look_at_order(order);
    __tp_atomic_begin();
    get(size, object, to);
    __tp_atomic_end();
}

WEAK void large_store(size_t size, void *object, const void *from, int order) {
    look_at_order(order);
    __tp_atomic_begin();
    put(size, object, from);
    __tp_atomic_end();
}

WEAK void large_exchange(size_t size, void *object, const void *from, void *old, int order) {
    look_at_order(order);
    __tp_atomic_begin();
    get(size, object, old);
    put(size, object, from);
    __tp_atomic_end();
}

WEAK _Bool large_compare_exchange(size_t size, void *object, void *expected, const void *from, int success,
                                  int failure) {
    look_at_order(success);
    look_at_order(failure);
    __tp_atomic_begin();
    _Bool same = equals(size, object, expected);
    if (same)
        put(size, object, from);
    else
        get(size, object, expected);
    __tp_atomic_end();
    return same;
}
