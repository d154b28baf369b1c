// The mem* functions of <string.h>. Copies keep undefined bytes undefined.
#include "tp.h"
#include <string.h>
#include <strings.h>

WEAK void *memcpy(void *to, const void *from, size_t size) {
    __builtin_memcpy(to, from, size);
    return to;
}

WEAK void *mempcpy(void *to, const void *from, size_t size) {
    __builtin_memcpy(to, from, size);
    return (char *)to + size;
}

WEAK void *__mempcpy(void *to, const void *from, size_t size) {
    __builtin_memcpy(to, from, size);
    return (char *)to + size;
}

WEAK void *memmove(void *to, const void *from, size_t size) {
    __builtin_memmove(to, from, size);
    return to;
}

WEAK void *memset(void *to, int byte, size_t size) {
    __builtin_memset(to, byte, size);
    return to;
}

WEAK void explicit_bzero(void *to, size_t size) { __builtin_memset(to, 0, size); }
WEAK void bzero(void *to, size_t size) { __builtin_memset(to, 0, size); }
WEAK void bcopy(const void *from, void *to, size_t size) { __builtin_memmove(to, from, size); }

static int compare(const void *a, const void *b, size_t size) {
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < size; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

WEAK int memcmp(const void *a, const void *b, size_t size) { return compare(a, b, size); }
WEAK int bcmp(const void *a, const void *b, size_t size) { return compare(a, b, size); }

WEAK void *memchr(const void *memory, int byte, size_t size) {
    const unsigned char *p = memory;
    for (size_t i = 0; i < size; i++)
        if (p[i] == (unsigned char)byte)
            return (void *)(p + i);
    return 0;
}

WEAK void *rawmemchr(const void *memory, int byte) {
    const unsigned char *p = memory;
    while (*p != (unsigned char)byte)
        p++;
    return (void *)p;
}

WEAK void *memrchr(const void *memory, int byte, size_t size) {
    const unsigned char *p = memory;
    while (size--)
        if (p[size] == (unsigned char)byte)
            return (void *)(p + size);
    return 0;
}

WEAK void *memmem(const void *memory, size_t size, const void *wanted, size_t length) {
    const unsigned char *p = memory;
    for (size_t i = 0; i + length <= size; i++)
        if (!compare(p + i, wanted, length))
            return (void *)(p + i);
    return 0;
}

WEAK void *memccpy(void *to, const void *from, int byte, size_t size) {
    unsigned char *p = to;
    const unsigned char *q = from;
    for (size_t i = 0; i < size; i++)
        if ((p[i] = q[i]) == (unsigned char)byte)
            return p + i + 1;
    return 0;
}

// The checked forms that _FORTIFY_SOURCE calls: the object's size is the engine's to check.
WEAK void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    __builtin_memcpy(to, from, size);
    return to;
}
WEAK void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    __builtin_memcpy(to, from, size);
    return (char *)to + size;
}
WEAK void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    __builtin_memmove(to, from, size);
    return to;
}
WEAK void *__memset_chk(void *to, int byte, size_t size, size_t room) {
    (void)room;
    __builtin_memset(to, byte, size);
    return to;
}
