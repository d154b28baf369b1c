// The heap. Allocation fails only where it would on any machine.
#include "heap.h"
#include <malloc.h>
#include <stdlib.h>

WEAK void *malloc(size_t size) { return allocate(size, 0); }

WEAK void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    return allocate(bytes, 1);
}

WEAK void free(void *p) {
    if (p)
        __tp_free(p);
}

static void *resize(void *old, uint64_t size) {
    if (!old)
        return allocate(size, 0);
    if (!size) {
        __tp_free(old);
        return 0;
    }
    uint64_t old_size = __tp_size_of(old);
    void *new = allocate(size, 0);
    if (new) {
        __builtin_memcpy(new, old, old_size < size ? old_size : size);
        __tp_free(old);
    }
    return new;
}

WEAK void *realloc(void *old, size_t size) { return resize(old, size); }

WEAK void *reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    return resize(old, bytes);
}

static int is_power_of_two(uint64_t n) { return n && !(n & (n - 1)); }

// New objects of a thread lie one after the other: at a multiple of 16, GAP bytes or a little more
// behind the object before. So a filler of the right size puts the next one onto a boundary.
enum { GAP = 16 };

WEAK void *tp_allocate_aligned(uint64_t alignment, uint64_t size) {
    if (alignment <= 16 || size >= ALLOCATION_LIMIT)
        return allocate(size, 0);
    char *probe = __tp_allocate(0, 0);
    uint64_t missing = (0 - (uintptr_t)(probe + GAP)) & (alignment - 1);
    __tp_free(probe);
    if (missing)
        __tp_free(__tp_allocate(missing - GAP, 0));
    char *p = __tp_allocate(size, 0);
    if ((uintptr_t)p & (alignment - 1))
        __tp_unsupported("this alignment of a heap object");
    return p;
}

WEAK void *aligned_alloc(size_t alignment, size_t size) {
    if (!is_power_of_two(alignment)) {
        __tp_note("aligned_alloc was asked for an alignment that is no power of two, and returned a null pointer");
        errno = EINVAL;
        return 0;
    }
    if (size & (alignment - 1))
        __tp_note("aligned_alloc was asked for a size that is no multiple of the alignment, which C11 forbids");
    return tp_allocate_aligned(alignment, size);
}

WEAK void *memalign(size_t alignment, size_t size) {
    size_t power = 1;
    while (power < alignment)
        power *= 2;
    return tp_allocate_aligned(power, size);
}

WEAK int posix_memalign(void **result, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *)) {
        __tp_note("posix_memalign was asked for an alignment that is no power of two times the size of a pointer, and failed");
        return EINVAL;
    }
    if (size >= ALLOCATION_LIMIT)
        return ENOMEM;
    *result = tp_allocate_aligned(alignment, size);
    return 0;
}

WEAK void *valloc(size_t size) { return tp_allocate_aligned(4096, size); }

WEAK void *pvalloc(size_t size) { return tp_allocate_aligned(4096, (size + 4095) & ~UINT64_C(4095)); }

WEAK void cfree(void *p) {
    if (p)
        __tp_free(p);
}

WEAK size_t malloc_usable_size(void *p) { return p ? __tp_size_of(p) : 0; }
