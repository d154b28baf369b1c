// qsort and bsearch.
#include "tp.h"
#include <stdlib.h>

typedef int (*comparison)(const void *, const void *, void *);

// By copies of memory, which may hold bytes that were never written: padding.
static void swap(char *a, char *b, size_t size) {
    char spare[64];
    while (size) {
        size_t part = size < sizeof spare ? size : sizeof spare;
        __builtin_memcpy(spare, a, part);
        __builtin_memcpy(a, b, part);
        __builtin_memcpy(b, spare, part);
        a += part;
        b += part;
        size -= part;
    }
}

// Restores the heap property below `root`. The heap is the first `count` elements.
static void sift(char *base, size_t root, size_t count, size_t size, comparison compare, void *context) {
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            return;
        if (child + 1 < count && compare(base + child * size, base + (child + 1) * size, context) < 0)
            child++;
        if (compare(base + root * size, base + child * size, context) >= 0)
            return;
        swap(base + root * size, base + child * size, size);
        root = child;
    }
}

// Insertion for the small, a heap for the rest: no extra memory, no recursion.
static void sort(char *base, size_t count, size_t size, comparison compare, void *context) {
    if (count <= 12) {
        for (size_t i = 1; i < count; i++)
            for (size_t j = i; j && compare(base + (j - 1) * size, base + j * size, context) > 0; j--)
                swap(base + (j - 1) * size, base + j * size, size);
        return;
    }
    for (size_t root = count / 2; root--;)
        sift(base, root, count, size, compare, context);
    for (size_t end = count - 1; end; end--) {
        swap(base, base + end * size, size);
        sift(base, 0, end, size, compare, context);
    }
}

static int without_context(const void *a, const void *b, void *compare) {
    return ((int (*)(const void *, const void *))compare)(a, b);
}

WEAK void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort(base, count, size, without_context, (void *)compare);
}

WEAK void qsort_r(void *base, size_t count, size_t size, comparison compare, void *context) {
    sort(base, count, size, compare, context);
}

WEAK void *bsearch(const void *key, const void *base, size_t count, size_t size,
                   int (*compare)(const void *, const void *)) {
    const char *low = base;
    while (count) {
        const char *middle = low + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            low = middle + size;
            count--;
        }
        count /= 2;
    }
    return 0;
}
