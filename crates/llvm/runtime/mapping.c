// Memory from the system: anonymous pages are objects of the heap, there are no others. All of it can be read
// and written, whatever its protection says; the user is told where that matters.
#include "heap.h"
#include <errno.h>
#include <sys/mman.h>

static size_t whole_pages(size_t size) { return (size + 4095) & ~(size_t)4095; }

static void protect(int protection) {
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __tp_note("the protection of memory is not modelled: an access that it forbids is not found");
}

WEAK void *mmap(void *wish, size_t size, int protection, int flags, int file, off_t offset) {
    (void)wish;
    (void)file;
    (void)offset;
    if (!(flags & MAP_ANONYMOUS) || flags & MAP_FIXED)
        __tp_unsupported("mmap of anything but anonymous memory at any address");
    void *p = size ? tp_allocate_aligned(4096, whole_pages(size)) : 0;
    if (!p) {
        errno = size ? ENOMEM : EINVAL;
        return MAP_FAILED;
    }
    __builtin_memset(p, 0, whole_pages(size));
    protect(protection);
    return p;
}
WEAK void *mmap64(void *wish, size_t size, int protection, int flags, int file, off_t offset) {
    return mmap(wish, size, protection, flags, file, offset);
}
WEAK int munmap(void *p, size_t size) {
    if (whole_pages(size) != __tp_size_of(p))
        __tp_unsupported("munmap of a part");
    __tp_free(p);
    return 0;
}
WEAK void *mremap(void *old, size_t old_size, size_t size, int flags, ...) {
    if (!(flags & MREMAP_MAYMOVE) || flags & MREMAP_FIXED || whole_pages(old_size) != __tp_size_of(old))
        __tp_unsupported("mremap of anything but a whole mapping that may move");
    void *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return p;
    size_t kept = old_size < size ? old_size : size;
    __builtin_memcpy(p, old, kept);
    __tp_free(old);
    return p;
}
WEAK int mprotect(void *p, size_t size, int protection) {
    (void)p;
    (void)size;
    protect(protection);
    return 0;
}
// The pages are given back: they are zero when they are touched again.
WEAK int madvise(void *p, size_t size, int advice) {
    if (advice == MADV_DONTNEED)
        __builtin_memset(p, 0, whole_pages(size));
    return 0;
}
WEAK int posix_madvise(void *p, size_t size, int advice) {
    (void)p;
    (void)size;
    (void)advice;
    return 0;
}
WEAK int mlock(const void *p, size_t size) {
    (void)p;
    (void)size;
    return 0;
}
WEAK int munlock(const void *p, size_t size) {
    (void)p;
    (void)size;
    return 0;
}
WEAK int mlockall(int flags) {
    (void)flags;
    return 0;
}
WEAK int munlockall(void) { return 0; }
