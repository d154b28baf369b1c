// Type information of C++ as the Itanium ABI lays it out, dynamic_cast, and which handler takes which
// exception. Types of classes are in the user's files; here are those of the language itself, and the tables that
// tell their kinds apart.
#include "tp.h"
#include <stddef.h>

#define TABLE(name, label) WEAK const void *const name[8] __asm__(label) = {0}
TABLE(plain_class, "_ZTVN10__cxxabiv117__class_type_infoE");
TABLE(single_base, "_ZTVN10__cxxabiv120__si_class_type_infoE");
TABLE(many_bases, "_ZTVN10__cxxabiv121__vmi_class_type_infoE");
TABLE(fundamental, "_ZTVN10__cxxabiv123__fundamental_type_infoE");
TABLE(pointer, "_ZTVN10__cxxabiv119__pointer_type_infoE");
TABLE(function, "_ZTVN10__cxxabiv120__function_type_infoE");
TABLE(array, "_ZTVN10__cxxabiv117__array_type_infoE");
TABLE(enumeration, "_ZTVN10__cxxabiv116__enum_type_infoE");
TABLE(pointer_to_member, "_ZTVN10__cxxabiv129__pointer_to_member_type_infoE");

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

struct pointer {
    struct type type;
    // const, volatile, restrict, …
    uint32_t qualifiers;
    const struct type *target;
};
enum { QUALIFIER_CONST = 1 };

// A type of the language, the pointer to it, and that to a constant.
#define LANGUAGE_TYPE(code)                                                                       \
    WEAK const struct type code##_type __asm__("_ZTI" #code) = {&fundamental[2], #code};          \
    WEAK const struct pointer code##_pointer __asm__("_ZTIP" #code) = {                           \
        {&pointer[2], "P" #code}, 0, &code##_type};                                               \
    WEAK const struct pointer code##_constant __asm__("_ZTIPK" #code) = {                         \
        {&pointer[2], "PK" #code}, QUALIFIER_CONST, &code##_type};
LANGUAGE_TYPE(v)
LANGUAGE_TYPE(w)
LANGUAGE_TYPE(b)
LANGUAGE_TYPE(c)
LANGUAGE_TYPE(a)
LANGUAGE_TYPE(h)
LANGUAGE_TYPE(s)
LANGUAGE_TYPE(t)
LANGUAGE_TYPE(i)
LANGUAGE_TYPE(j)
LANGUAGE_TYPE(l)
LANGUAGE_TYPE(m)
LANGUAGE_TYPE(x)
LANGUAGE_TYPE(y)
LANGUAGE_TYPE(n)
LANGUAGE_TYPE(o)
LANGUAGE_TYPE(f)
LANGUAGE_TYPE(d)
LANGUAGE_TYPE(e)
LANGUAGE_TYPE(g)
LANGUAGE_TYPE(Du)
LANGUAGE_TYPE(Ds)
LANGUAGE_TYPE(Di)
LANGUAGE_TYPE(Dn)

// For a null pointer there is no object to look into.
static _Bool derives(const struct type *from, const struct type *to) {
    if (from == to)
        return 1;
    if (from->kind == &single_base[2])
        return derives(((const struct single *)from)->base, to);
    unsigned count = base_count(from);
    for (unsigned i = 0; i < count; i++) {
        const struct base *b = &((const struct many *)from)->bases[i];
        if (b->offset_flags & BASE_PUBLIC && derives(b->type, to))
            return 1;
    }
    return 0;
}

// A pointer is caught as a pointer to a base, to something more qualified, or to void.
static _Bool catches_pointer(const struct pointer *handler, const struct pointer *thrown, void **value) {
    if (thrown->qualifiers & ~handler->qualifiers)
        return 0;
    const struct type *to = handler->target, *from = thrown->target;
    if (to == from)
        return 1;
    if (to == &v_type)
        return from->kind != &function[2];
    if (to->kind == &pointer[2] && from->kind == &pointer[2])
        return handler->qualifiers & QUALIFIER_CONST &&
               catches_pointer((const struct pointer *)to, (const struct pointer *)from, value);
    if (!*value)
        return derives(from, to);
    char *found = base_count(from) ? find(*value, from, to, 0, 0) : 0;
    if (found)
        *value = found;
    return found != 0;
}

// Does a handler of one type take an object of another? Then it gets the part of its type; of a pointer, the
// pointer itself.
WEAK _Bool tp_catches(const struct type *handler, const struct type *thrown, void **object) {
    if (thrown->kind == &pointer[2]) {
        void *value = *(void **)*object;
        _Bool catches = handler == thrown ||
                        (handler->kind == &pointer[2] && catches_pointer((const struct pointer *)handler,
                                                                         (const struct pointer *)thrown, &value));
        if (catches)
            *object = value;
        return catches;
    }
    char *part = find(*object, thrown, handler, 0, 0);
    if (part)
        *object = part;
    return part != 0;
}
