// case: => verified complete=1 blocked=0
// case: --check leaks => verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    for (size_t size = 1; size <= 100; size += 33) {
        char *a = aligned_alloc(64, size);
        assert((uintptr_t)a % 64 == 0);
        a[size - 1] = 1;
        void *b;
        assert(posix_memalign(&b, 256, size) == 0 && (uintptr_t)b % 256 == 0);
        char *c = memalign(32, size), *d = valloc(size);
        assert((uintptr_t)c % 32 == 0 && (uintptr_t)d % 4096 == 0);
        free(a);
        free(b);
        free(c);
        free(d);
    }
    void *p;
    assert(posix_memalign(&p, 3, 8) == EINVAL);
}
