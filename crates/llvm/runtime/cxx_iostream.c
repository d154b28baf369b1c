// std::cout, std::cerr and std::clog: what is written to them is remembered for the
// counterexample. Widths, bases and other manipulators are accepted and have no effect. There is
// no input and there are no string streams: their functions are unknown.
#include "tp.h"
#include <stddef.h>

// A std::ostream begins with the pointer to its table, which says that its std::ios follows at 8.
// The members of std::ios that inline functions write to are only ever written.
struct stream {
    const void *const *table;
    char ios[264];
};
static const void *const stream_table[5] = {(const void *)8, 0, 0, 0, 0};

WEAK struct stream cout __asm__("_ZSt4cout") = {stream_table + 3, {0}};
WEAK struct stream cerr __asm__("_ZSt4cerr") = {stream_table + 3, {0}};
WEAK struct stream clog __asm__("_ZSt4clog") = {stream_table + 3, {0}};

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

// An operator<< for one type.
#define OUTPUT(name, type, label, format)                                                         \
    MEMBER(struct stream *, name, (struct stream * s, type value), label) {                       \
        __tp_print(format, value);                                                                \
        return s;                                                                                 \
    }

OUTPUT(put_bool, _Bool, "_ZNSolsEb", "%d")
OUTPUT(put_short, short, "_ZNSolsEs", "%d")
OUTPUT(put_unsigned_short, unsigned short, "_ZNSolsEt", "%u")
OUTPUT(put_int, int, "_ZNSolsEi", "%d")
OUTPUT(put_unsigned, unsigned, "_ZNSolsEj", "%u")
OUTPUT(put_long, long, "_ZNSolsEl", "%ld")
OUTPUT(put_unsigned_long, unsigned long, "_ZNSolsEm", "%lu")
OUTPUT(put_long_long, long long, "_ZNSolsEx", "%lld")
OUTPUT(put_unsigned_long_long, unsigned long long, "_ZNSolsEy", "%llu")
OUTPUT(put_float, float, "_ZNSolsEf", "%g")
OUTPUT(put_double, double, "_ZNSolsEd", "%g")
OUTPUT(put_pointer, const void *, "_ZNSolsEPKv", "%p")
OUTPUT(put_char, char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", "%c")
OUTPUT(put_signed_char, signed char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a", "%c")
OUTPUT(put_unsigned_char, unsigned char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h", "%c")
OUTPUT(put_text, const char *, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "%s")
OUTPUT(put_one, char, "_ZNSo3putEc", "%c")

static struct stream *put_bytes(struct stream *s, const char *text, ptrdiff_t length) {
    __tp_print("%.*s", (int)length, text);
    return s;
}

MEMBER(struct stream *, write, (struct stream * s, const char *text, ptrdiff_t length), "_ZNSo5writeEPKcl") {
    return put_bytes(s, text, length);
}
MEMBER(struct stream *, insert, (struct stream * s, const char *text, ptrdiff_t length),
       "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l") {
    return put_bytes(s, text, length);
}

struct string {
    const char *data;
    size_t length;
};
MEMBER(struct stream *, put_string, (struct stream * s, const struct string *text),
       "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE") {
    return put_bytes(s, text->data, (ptrdiff_t)text->length);
}

MEMBER(struct stream *, end_line, (struct stream * s),
       "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_") {
    __tp_print("\n");
    return s;
}
MEMBER(struct stream *, flush, (struct stream * s), "_ZNSo5flushEv") { return s; }
MEMBER(struct stream *, flush_manipulator, (struct stream * s),
       "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_") {
    return s;
}
MEMBER(struct stream *, apply, (struct stream * s, struct stream *(*manipulator)(struct stream *)),
       "_ZNSolsEPFRSoS_E") {
    return manipulator(s);
}
MEMBER(struct stream *, apply_base, (struct stream * s, void *(*manipulator)(void *)),
       "_ZNSolsEPFRSt8ios_baseS0_E") {
    (void)manipulator;
    return s;
}
MEMBER(struct stream *, apply_ios, (struct stream * s, void *(*manipulator)(void *)),
       "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E") {
    (void)manipulator;
    return s;
}

MEMBER(void, init, (void *self), "_ZNSt8ios_base4InitC1Ev") { (void)self; }
MEMBER(_Bool, sync_with_stdio, (_Bool sync), "_ZNSt8ios_base15sync_with_stdioEb") {
    (void)sync;
    return 1;
}
