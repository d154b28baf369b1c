// Output. What is written to std::cout, std::cerr and std::clog is remembered for the counterexample; widths, bases and other
// manipulators are accepted there and have no effect. What is written to string streams is put into their text. There is
// no input but from these.
#include "streams.h"
#include "tp.h"

// The members of std::ios that inline functions write to are only ever written.
struct console {
    struct stream stream;
    char ios[264];
};
static const void *const stream_table[5] = {(const void *)8, 0, 0, 0, 0};

WEAK struct console cout __asm__("_ZSt4cout") = {{stream_table + 3}, {0}};
WEAK struct console cerr __asm__("_ZSt4cerr") = {{stream_table + 3}, {0}};
WEAK struct console clog __asm__("_ZSt4clog") = {{stream_table + 3}, {0}};

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

// An operator<< for one type; APPEND writes to a string stream.
#define OUTPUT_AS(name, type, label, format, APPEND)                                              \
    MEMBER(struct stream *, name, (struct stream * s, type value), label) {                       \
        if (tp_text(s))                                                                           \
            APPEND;                                                                               \
        else                                                                                      \
            __tp_print(format, value);                                                            \
        return s;                                                                                 \
    }
#define OUTPUT(name, type, label, format)                                                         \
    OUTPUT_AS(name, type, label, format,                                                          \
              tp_append_integer(s, (unsigned long long)value, sizeof value, (type)-1 < (type)1))
#define OUTPUT_FLOAT(name, type, label, format) OUTPUT_AS(name, type, label, format, tp_append_float(s, (double)value))
#define OUTPUT_CHAR(name, type, label) OUTPUT_AS(name, type, label, "%c", tp_append_padded(s, (const char *)&value, 1))
#define OUTPUT_TEXT(name, type, label)                                                            \
    OUTPUT_AS(name, type, label, "%s", tp_append_padded(s, (const char *)value, length_of((const char *)value)))

static size_t length_of(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

static void append_bool(struct stream *s, _Bool value) {
    if (ios_of(s)->flags & 1)
        tp_append_padded(s, value ? "true" : "false", value ? 4 : 5);
    else
        tp_append_integer(s, value, 1, 0);
}

OUTPUT_AS(put_bool, _Bool, "_ZNSolsEb", "%d", append_bool(s, value))
OUTPUT(put_short, short, "_ZNSolsEs", "%d")
OUTPUT(put_unsigned_short, unsigned short, "_ZNSolsEt", "%u")
OUTPUT(put_int, int, "_ZNSolsEi", "%d")
OUTPUT(put_unsigned, unsigned, "_ZNSolsEj", "%u")
OUTPUT(put_long, long, "_ZNSolsEl", "%ld")
OUTPUT(put_unsigned_long, unsigned long, "_ZNSolsEm", "%lu")
OUTPUT(put_long_long, long long, "_ZNSolsEx", "%lld")
OUTPUT(put_unsigned_long_long, unsigned long long, "_ZNSolsEy", "%llu")
OUTPUT_FLOAT(put_float, float, "_ZNSolsEf", "%g")
OUTPUT_FLOAT(put_double, double, "_ZNSolsEd", "%g")
OUTPUT_AS(put_pointer, const void *, "_ZNSolsEPKv", "%p", tp_append_pointer(s, value))
OUTPUT_CHAR(put_char, char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c")
OUTPUT_CHAR(put_signed_char, signed char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a")
OUTPUT_CHAR(put_unsigned_char, unsigned char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h")
OUTPUT_TEXT(put_text, const char *, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc")
OUTPUT_TEXT(put_signed_text, const signed char *, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa")
OUTPUT_TEXT(put_unsigned_text, const unsigned char *, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh")
OUTPUT_CHAR(put_one, char, "_ZNSo3putEc")

static struct stream *put_bytes(struct stream *s, const char *text, ptrdiff_t length) {
    if (tp_text(s))
        tp_append_padded(s, text, (size_t)length);
    else
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
    if (tp_text(s))
        tp_append(tp_text(s), "\n", 1);
    else
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
    if (tp_text(s))
        manipulator(ios_of(s));
    return s;
}
MEMBER(struct stream *, apply_ios, (struct stream * s, void *(*manipulator)(void *)),
       "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E") {
    (void)manipulator;
    return s;
}

// The manipulators of <iomanip>, each by the type of its argument.
#define MANIPULATOR(name, type, EFFECT)                                                           \
    MEMBER(struct stream *, name, (struct stream * s, int value),                                 \
           "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St" type) {                    \
        if (tp_text(s))                                                                           \
            EFFECT;                                                                               \
        return s;                                                                                 \
    }
enum { BASES = 2 | 8 | 64 };
static unsigned base_flag(int base) { return base == 16 ? 8 : base == 8 ? 64 : base == 10 ? 2 : 0; }
MANIPULATOR(set_width, "5_Setw", ios_of(s)->width = value)
MANIPULATOR(set_precision, "13_Setprecision", ios_of(s)->precision = value)
MANIPULATOR(set_base, "8_Setbase", ios_of(s)->flags = (ios_of(s)->flags & ~(unsigned)BASES) | base_flag(value))
MANIPULATOR(set_flags, "12_Setiosflags", ios_of(s)->flags |= (unsigned)value)
MANIPULATOR(reset_flags, "14_Resetiosflags", ios_of(s)->flags &= ~(unsigned)value)
MANIPULATOR(set_fill, "8_SetfillIS3_E", tp_text(s)->fill = (char)value)

enum { BAD = 1, END = 2, FAILED = 4 };
MEMBER(_Bool, is_true, (const struct ios *ios), "_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv") {
    return !(ios->state & (BAD | FAILED));
}
MEMBER(_Bool, is_good, (const struct ios *ios), "_ZNKSt9basic_iosIcSt11char_traitsIcEE4goodEv") {
    return !ios->state;
}
MEMBER(_Bool, has_failed, (const struct ios *ios), "_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv") {
    return (ios->state & (BAD | FAILED)) != 0;
}
MEMBER(_Bool, is_false, (const struct ios *ios), "_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv") {
    return (ios->state & (BAD | FAILED)) != 0;
}
MEMBER(_Bool, is_at_end, (const struct ios *ios), "_ZNKSt9basic_iosIcSt11char_traitsIcEE3eofEv") {
    return (ios->state & END) != 0;
}
MEMBER(void, set_state, (struct ios * ios, unsigned state),
       "_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate") {
    ios->state = state;
}

// A stream buffer that can only be handed to others.
static void use_buffer(void) { __tp_unsupported("a use of a stream buffer"); }
static const void *const buffer_table[16] = {
    (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer,
    (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer,
    (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer,
    (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer, (const void *)use_buffer};
static struct {
    const void *const *table;
    const void *members[7];
} buffer = {buffer_table, {0}};
MEMBER(void *, get_buffer, (const struct ios *ios), "_ZNKSt9basic_iosIcSt11char_traitsIcEE5rdbufEv") {
    (void)ios;
    return &buffer;
}

MEMBER(void, init, (void *self), "_ZNSt8ios_base4InitC1Ev") { (void)self; }
MEMBER(_Bool, sync_with_stdio, (_Bool sync), "_ZNSt8ios_base15sync_with_stdioEb") {
    (void)sync;
    return 1;
}
