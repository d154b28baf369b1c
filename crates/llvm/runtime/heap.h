// Allocation, as malloc, strdup and operator new share it.
#ifndef HEAP_H
#define HEAP_H

#include "tp.h"
#include <errno.h>

// Objects of this size and more do not fit into the address space of a real machine.
#define ALLOCATION_LIMIT (UINT64_C(1) << 47)

static inline void *allocate(uint64_t size, int zeroed) {
    if (size >= ALLOCATION_LIMIT) {
        errno = ENOMEM;
        return 0;
    }
    return __tp_allocate(size, zeroed);
}

// `alignment` is a power of two. In malloc.c.
void *tp_allocate_aligned(uint64_t alignment, uint64_t size);

#endif
