// C++ operator new and delete. As the standard has it, the array forms call the plain ones, so a
// program that replaces only those is served.
#include "heap.h"

typedef uint64_t size;

WEAK void *new_plain(size n) __asm__("_Znwm");
WEAK void delete_plain(void *p) __asm__("_ZdlPv");

// In cxx_throw.c.
extern void bad_alloc(void) __asm__("_ZSt17__throw_bad_allocv");

static void *required(void *p) {
    if (!p)
        bad_alloc();
    return p;
}

void *new_plain(size n) { return required(allocate(n, 0)); }
void delete_plain(void *p) {
    if (p)
        __tp_free(p);
}

// A function under its mangled name.
#define FORM(type, name, parameters, label)                                                       \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

FORM(void *, new_array, (size n), "_Znam") { return new_plain(n); }
FORM(void *, new_nothrow, (size n, const void *tag), "_ZnwmRKSt9nothrow_t") {
    (void)tag;
    return allocate(n, 0);
}
FORM(void *, new_array_nothrow, (size n, const void *tag), "_ZnamRKSt9nothrow_t") {
    (void)tag;
    return allocate(n, 0);
}
FORM(void *, new_aligned, (size n, size alignment), "_ZnwmSt11align_val_t") {
    return required(tp_allocate_aligned(alignment, n));
}
FORM(void *, new_array_aligned, (size n, size alignment), "_ZnamSt11align_val_t") {
    return new_aligned(n, alignment);
}
FORM(void *, new_aligned_nothrow, (size n, size alignment, const void *tag), "_ZnwmSt11align_val_tRKSt9nothrow_t") {
    (void)tag;
    return tp_allocate_aligned(alignment, n);
}
FORM(void *, new_array_aligned_nothrow, (size n, size alignment, const void *tag),
     "_ZnamSt11align_val_tRKSt9nothrow_t") {
    (void)tag;
    return tp_allocate_aligned(alignment, n);
}

#define DELETE(name, parameters, label)                                                           \
    FORM(void, name, parameters, label) { delete_plain(p); }
#pragma clang diagnostic ignored "-Wunused-parameter"
DELETE(delete_array, (void *p), "_ZdaPv")
DELETE(delete_sized, (void *p, size n), "_ZdlPvm")
DELETE(delete_array_sized, (void *p, size n), "_ZdaPvm")
DELETE(delete_aligned, (void *p, size alignment), "_ZdlPvSt11align_val_t")
DELETE(delete_array_aligned, (void *p, size alignment), "_ZdaPvSt11align_val_t")
DELETE(delete_sized_aligned, (void *p, size n, size alignment), "_ZdlPvmSt11align_val_t")
DELETE(delete_array_sized_aligned, (void *p, size n, size alignment), "_ZdaPvmSt11align_val_t")
DELETE(delete_nothrow, (void *p, const void *tag), "_ZdlPvRKSt9nothrow_t")
DELETE(delete_array_nothrow, (void *p, const void *tag), "_ZdaPvRKSt9nothrow_t")
DELETE(delete_aligned_nothrow, (void *p, size alignment, const void *tag), "_ZdlPvSt11align_val_tRKSt9nothrow_t")
DELETE(delete_array_aligned_nothrow, (void *p, size alignment, const void *tag),
       "_ZdaPvSt11align_val_tRKSt9nothrow_t")

WEAK const char nothrow_tag __asm__("_ZSt7nothrow") = 0;
