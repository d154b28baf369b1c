// Type information of C++ classes as the Itanium ABI lays it out, and dynamic_cast. The types
// themselves are in the user's files; here are the three tables that tell their kinds apart.
#include "tp.h"
#include <stddef.h>

#define TABLE(name, label) WEAK const void *const name[8] __asm__(label) = {0}
TABLE(plain_class, "_ZTVN10__cxxabiv117__class_type_infoE");
TABLE(single_base, "_ZTVN10__cxxabiv120__si_class_type_infoE");
TABLE(many_bases, "_ZTVN10__cxxabiv121__vmi_class_type_infoE");
TABLE(fundamental, "_ZTVN10__cxxabiv123__fundamental_type_infoE");
TABLE(pointer, "_ZTVN10__cxxabiv119__pointer_type_infoE");
TABLE(function, "_ZTVN10__cxxabiv120__function_type_infoE");
TABLE(enumeration, "_ZTVN10__cxxabiv116__enum_type_infoE");

struct type {
    // Two words into one of the tables.
    const void *kind;
    const char *name;
};

struct single {
    struct type type;
    const struct type *base;
};

struct base {
    const struct type *type;
    // The offset of the base above eight bits of flags.
    long offset_flags;
};
enum { BASE_VIRTUAL = 1, BASE_PUBLIC = 2, OFFSET_SHIFT = 8 };

struct many {
    struct type type;
    uint32_t flags;
    uint32_t count;
    struct base bases[];
};

static unsigned base_count(const struct type *type) {
    if (type->kind == &single_base[2])
        return 1;
    return type->kind == &many_bases[2] ? ((const struct many *)type)->count : 0;
}

// The `index`th public base of an object of this type; null if it is not public.
static char *base_at(char *object, const struct type *type, unsigned index, const struct type **base) {
    if (type->kind == &single_base[2]) {
        *base = ((const struct single *)type)->base;
        return object;
    }
    const struct base *b = &((const struct many *)type)->bases[index];
    if (!(b->offset_flags & BASE_PUBLIC))
        return 0;
    *base = b->type;
    ptrdiff_t offset = b->offset_flags >> OFFSET_SHIFT;
    if (b->offset_flags & BASE_VIRTUAL)
        offset = *(const ptrdiff_t *)(*(const char **)object + offset);
    return object + offset;
}

// The subobject of type `wanted` inside `object`; if `part` is given, one that contains it.
static char *find(char *object, const struct type *type, const struct type *wanted, const char *part,
                  const struct type *part_type) {
    if (type == wanted && (!part || find(object, type, part_type, 0, 0) == part))
        return object;
    unsigned count = base_count(type);
    for (unsigned i = 0; i < count; i++) {
        const struct type *base;
        char *at = base_at(object, type, i, &base);
        char *found = at ? find(at, base, wanted, part, part_type) : 0;
        if (found)
            return found;
    }
    return 0;
}

// Down to the class that contains `object`, else across to another base of the whole.
WEAK void *__dynamic_cast(void *object, const struct type *from, const struct type *to, ptrdiff_t hint) {
    (void)hint;
    const void *const *table = *(const void *const **)object;
    char *whole = (char *)object + (ptrdiff_t)table[-2];
    const struct type *type = table[-1];
    char *down = find(whole, type, to, object, from);
    return down ? down : find(whole, type, to, 0, 0);
}
