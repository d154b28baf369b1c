// Memory from the system: anonymous pages are objects of the heap, there are no others.
#include "heap.h"
#include <sys/mman.h>

WEAK void *mmap(void *wish, size_t size, int protection, int flags, int file, off_t offset) {
    (void)wish;
    (void)file;
    (void)offset;
    if (!(flags & MAP_ANONYMOUS) || flags & MAP_FIXED || (protection & PROT_WRITE) == 0)
        __tp_unsupported("mmap of anything but anonymous memory to read and write");
    void *p = size ? tp_allocate_aligned(4096, (size + 4095) & ~(size_t)4095) : 0;
    if (!p)
        return MAP_FAILED;
    __builtin_memset(p, 0, (size + 4095) & ~(size_t)4095);
    return p;
}
WEAK int munmap(void *p, size_t size) {
    if (((size + 4095) & ~(size_t)4095) != __tp_size_of(p))
        __tp_unsupported("munmap of a part");
    __tp_free(p);
    return 0;
}
WEAK int mprotect(void *p, size_t size, int protection) {
    (void)p;
    (void)size;
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __tp_unsupported("mprotect that takes rights away");
    return 0;
}
WEAK int madvise(void *p, size_t size, int advice) {
    (void)p;
    (void)size;
    if (advice == MADV_DONTNEED)
        __tp_unsupported("madvise(MADV_DONTNEED)");
    return 0;
}
WEAK int mlockall(int flags) {
    (void)flags;
    return 0;
}
