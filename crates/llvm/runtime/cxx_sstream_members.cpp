// The members of std::ostringstream, std::istringstream and std::stringstream, and input from these. Locales, std::streambuf and
// positions are not modelled.
#include "streams.h"
#include "tp.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

extern "C" {
extern const void *const tp_ostringstream[4];
extern const void *const tp_istringstream[4];
extern const void *const tp_stringstream_in[4];
extern const void *const tp_stringstream_out[4];
void __tp_free(void *);
}

namespace {

enum { END = 2, FAILED = 4 };
enum { BOOL_ALPHA = 1, DECIMAL = 2, HEXADECIMAL = 8, OCTAL = 64, SKIP_SPACE = 4096 };
enum { BASES = DECIMAL | HEXADECIMAL | OCTAL };

#define MEMBER(type, name, parameters, label)                                                     \
    __attribute__((weak)) type name parameters __asm__(label);                                    \
    type name parameters

void begin(void *self, const void *const *table, std::size_t text, const char *from, std::size_t length, bool at_end) {
    stream *s = static_cast<stream *>(self);
    s->table = table + 3;
    *ios_of(s) = {nullptr, 6, 0, 2 | 4096, 0, 0};
    struct text *t = reinterpret_cast<struct text *>(static_cast<char *>(self) + text);
    *t = {nullptr, 0, 0, 0, 0};
    tp_append(t, from, length);
    // Output to a stream that begins with a text overwrites it.
    t->position = 0;
    if (!at_end && table == tp_ostringstream)
        t->length = 0;
}

void replace(struct text *t, const std::string &with) {
    t->length = t->position = 0;
    tp_append(t, with.data(), with.size());
}

void end(struct text *t) {
    if (t->data)
        __tp_free(t->data);
    t->data = nullptr;
    t->length = t->room = 0;
}

struct text *text_at(const void *self, std::size_t offset) {
    return reinterpret_cast<struct text *>(const_cast<char *>(static_cast<const char *>(self)) + offset);
}

} // namespace

// One class of string streams: the length of its name, the offset of its text, and how it begins.
#define CLASS(prefix, mangled, offset, BEGIN)                                                     \
    MEMBER(void, prefix##_begin, (void *self), "_ZNSt7__cxx11" mangled "C1Ev") { BEGIN(self, "", 0, true); }              \
    MEMBER(void, prefix##_begin_mode, (void *self, int), "_ZNSt7__cxx11" mangled "C1ESt13_Ios_Openmode") {                \
        BEGIN(self, "", 0, true);                                                                 \
    }                                                                                             \
    MEMBER(void, prefix##_begin_text, (void *self, const std::string &s, int mode),               \
           "_ZNSt7__cxx11" mangled "C1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode") {         \
        BEGIN(self, s.data(), s.size(), (mode & 3) != 0);                                         \
    }                                                                                             \
    MEMBER(void, prefix##_begin_moved, (void *self, std::string &&s, int mode),                   \
           "_ZNSt7__cxx11" mangled "C1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode") {          \
        BEGIN(self, s.data(), s.size(), (mode & 3) != 0);                                         \
    }                                                                                             \
    MEMBER(void, prefix##_end, (void *self), "_ZNSt7__cxx11" mangled "D1Ev") { end(text_at(self, offset)); }              \
    MEMBER(std::string, prefix##_text, (const void *self), "_ZNKSt7__cxx11" mangled "3strEv") {   \
        return std::string(text_at(self, offset)->data, text_at(self, offset)->length);           \
    }                                                                                             \
    MEMBER(std::string, prefix##_text_20, (const void *self), "_ZNKRSt7__cxx11" mangled "3strEv") {                       \
        return std::string(text_at(self, offset)->data, text_at(self, offset)->length);           \
    }                                                                                             \
    MEMBER(void, prefix##_replace, (void *self, const std::string &s),                            \
           "_ZNSt7__cxx11" mangled "3strERKNS_12basic_stringIcS2_S3_EE") {                        \
        replace(text_at(self, offset), s);                                                        \
    }                                                                                             \
    MEMBER(void, prefix##_replace_moved, (void *self, std::string &&s),                           \
           "_ZNSt7__cxx11" mangled "3strEONS_12basic_stringIcS2_S3_EE") {                         \
        replace(text_at(self, offset), s);                                                        \
    }

namespace {
void begin_out(void *self, const char *from, std::size_t length, bool at_end) {
    begin(self, tp_ostringstream, 8, from, length, at_end);
}
void begin_in(void *self, const char *from, std::size_t length, bool) {
    begin(self, tp_istringstream, 16, from, length, true);
}
void begin_both(void *self, const char *from, std::size_t length, bool) {
    begin(self, tp_stringstream_in, 24, from, length, true);
    reinterpret_cast<stream *>(static_cast<char *>(self) + 16)->table = tp_stringstream_out + 3;
}
} // namespace

CLASS(out, "19basic_ostringstreamIcSt11char_traitsIcESaIcEE", 8, begin_out)
CLASS(in, "19basic_istringstreamIcSt11char_traitsIcESaIcEE", 16, begin_in)
CLASS(both, "18basic_stringstreamIcSt11char_traitsIcESaIcEE", 24, begin_both)

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Skips white space, unless it counts; false, with the flags set, if nothing follows.
bool find_word(stream *s) {
    struct text *t = tp_text(s);
    if (!t || ios_of(s)->state) {
        ios_of(s)->state |= FAILED;
        return false;
    }
    if (ios_of(s)->flags & SKIP_SPACE)
        while (t->position < t->length && is_space(t->data[t->position]))
            t->position++;
    if (t->position == t->length)
        ios_of(s)->state |= END | FAILED;
    return t->position < t->length;
}

// The next word in a buffer of its own, for the functions that read numbers.
struct word {
    char bytes[256];
    explicit word(const struct text *t) {
        std::size_t length = 0;
        while (t->position + length < t->length && !is_space(t->data[t->position + length])) {
            if (length == sizeof bytes - 1)
                __tp_unsupported("input of so long a number");
            bytes[length] = t->data[t->position + length];
            length++;
        }
        bytes[length] = 0;
    }
};

// Streams know decimal floating-point numbers only: the word ends before anything else.
void keep_decimal(char *p) {
    bool exponent = false, point = false;
    p += *p == '-' || *p == '+';
    for (; *p; p++) {
        if (*p == '.' && !point && !exponent) {
            point = true;
        } else if ((*p | 32) == 'e' && !exponent) {
            exponent = true;
            p += p[1] == '-' || p[1] == '+';
        } else if (*p < '0' || *p > '9') {
            break;
        }
    }
    *p = 0;
}

// What was read is behind the next `length` bytes; none if there is no number.
void take(stream *s, std::size_t length) {
    struct text *t = tp_text(s);
    t->position += length;
    if (!length)
        ios_of(s)->state |= FAILED;
    if (t->position == t->length)
        ios_of(s)->state |= END;
}

template <typename Number, typename Wide, typename Read> stream *read_integer(stream *s, Number &number, Read read) {
    if (!find_word(s))
        return s;
    word next(tp_text(s));
    char *behind;
    int before = errno;
    errno = 0;
    Wide value = read(next.bytes, &behind);
    // What is negative counts as an unsigned number, too, by its magnitude.
    bool negated = Wide(-1) > 0 && next.bytes[0] == '-';
    Wide magnitude = negated ? 0 - value : value;
    bool fits = !errno && static_cast<Wide>(static_cast<Number>(magnitude)) == magnitude;
    errno = before;
    number = fits        ? static_cast<Number>(value)
             : value < 0 ? std::numeric_limits<Number>::min()
                         : std::numeric_limits<Number>::max();
    take(s, static_cast<std::size_t>(behind - next.bytes));
    if (!fits)
        ios_of(s)->state |= FAILED;
    return s;
}

template <typename Number, typename Read> stream *read_float(stream *s, Number &number, Read read) {
    if (!find_word(s))
        return s;
    word next(tp_text(s));
    keep_decimal(next.bytes);
    char *behind;
    int before = errno;
    number = read(next.bytes, &behind);
    errno = before;
    take(s, static_cast<std::size_t>(behind - next.bytes));
    if (number - number != 0) {
        number = number < 0 ? -std::numeric_limits<Number>::max() : std::numeric_limits<Number>::max();
        ios_of(s)->state |= FAILED;
    }
    return s;
}

int base_of(stream *s) {
    unsigned flags = ios_of(s)->flags;
    unsigned base = flags & BASES;
    return base == HEXADECIMAL ? 16 : base == OCTAL ? 8 : base ? 10 : 0;
}

stream *read_line(stream *s, std::string &line, char end) {
    struct text *t = tp_text(s);
    if (!t || ios_of(s)->state) {
        ios_of(s)->state |= FAILED;
        return s;
    }
    std::size_t from = t->position, length = 0;
    while (from + length < t->length && t->data[from + length] != end)
        length++;
    line.assign(t->data + from, length);
    bool ends = from + length == t->length;
    t->position = from + length + !ends;
    if (ends)
        ios_of(s)->state |= length ? END : END | FAILED;
    return s;
}

} // namespace

#define SIGNED_INPUT(name, type, label)                                                           \
    MEMBER(stream *, name, (stream * s, type &value), label) {                                    \
        return read_integer<type, long long>(                                                     \
            s, value, [s](const char *from, char **to) { return std::strtoll(from, to, base_of(s)); });                 \
    }
#define UNSIGNED_INPUT(name, type, label)                                                         \
    MEMBER(stream *, name, (stream * s, type &value), label) {                                    \
        return read_integer<type, unsigned long long>(                                            \
            s, value, [s](const char *from, char **to) { return std::strtoull(from, to, base_of(s)); });                \
    }
#define FLOAT_INPUT(name, type, label, READ)                                                      \
    MEMBER(stream *, name, (stream * s, type &value), label) {                                    \
        return read_float(s, value, [](const char *from, char **to) { return std::READ(from, to); });                   \
    }
SIGNED_INPUT(get_short, short, "_ZNSirsERs")
SIGNED_INPUT(get_int, int, "_ZNSirsERi")
SIGNED_INPUT(get_long, long, "_ZNSirsERl")
SIGNED_INPUT(get_long_long, long long, "_ZNSirsERx")
UNSIGNED_INPUT(get_unsigned_short, unsigned short, "_ZNSirsERt")
UNSIGNED_INPUT(get_unsigned, unsigned, "_ZNSirsERj")
UNSIGNED_INPUT(get_unsigned_long, unsigned long, "_ZNSirsERm")
UNSIGNED_INPUT(get_unsigned_long_long, unsigned long long, "_ZNSirsERy")
FLOAT_INPUT(get_float, float, "_ZNSirsERf", strtof)
FLOAT_INPUT(get_double, double, "_ZNSirsERd", strtod)

MEMBER(stream *, get_bool, (stream * s, bool &value), "_ZNSirsERb") {
    if (!(ios_of(s)->flags & BOOL_ALPHA)) {
        long long number = 0;
        unsigned before = ios_of(s)->state;
        read_integer<long long, long long>(
            s, number, [s](const char *from, char **to) { return std::strtoll(from, to, base_of(s)); });
        value = number != 0;
        if (!before && number != 0 && number != 1)
            ios_of(s)->state |= FAILED;
        return s;
    }
    value = false;
    if (!find_word(s))
        return s;
    struct text *t = tp_text(s);
    for (const char *name : {"true", "false"}) {
        std::size_t length = std::strlen(name);
        if (t->length - t->position >= length && !std::memcmp(t->data + t->position, name, length)) {
            value = *name == 't';
            take(s, length);
            return s;
        }
    }
    ios_of(s)->state |= FAILED;
    return s;
}
MEMBER(stream *, get_char, (stream * s, char &value), "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_") {
    if (find_word(s))
        value = tp_text(s)->data[tp_text(s)->position++];
    return s;
}
MEMBER(stream *, get_string, (stream * s, std::string &value),
       "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE") {
    if (!find_word(s))
        return s;
    struct text *t = tp_text(s);
    std::size_t from = t->position, limit = static_cast<std::size_t>(ios_of(s)->width);
    while (t->position < t->length && !is_space(t->data[t->position]) && (!limit || t->position - from < limit))
        t->position++;
    ios_of(s)->width = 0;
    value.assign(t->data + from, t->position - from);
    if (t->position == t->length)
        ios_of(s)->state |= END;
    return s;
}
MEMBER(stream *, get_line, (stream * s, std::string &line),
       "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE") {
    return read_line(s, line, '\n');
}
MEMBER(stream *, get_until, (stream * s, std::string &line, char end),
       "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_") {
    return read_line(s, line, end);
}

namespace {
int next_byte(stream *s, bool taken) {
    struct text *t = tp_text(s);
    if (!t || ios_of(s)->state || t->position == t->length) {
        ios_of(s)->state |= taken ? END | FAILED : END;
        return -1;
    }
    unsigned char byte = static_cast<unsigned char>(t->data[t->position]);
    t->position += taken;
    return byte;
}
} // namespace
MEMBER(int, get_byte, (stream * s), "_ZNSi3getEv") { return next_byte(s, true); }
MEMBER(int, peek_byte, (stream * s), "_ZNSi4peekEv") { return next_byte(s, false); }
MEMBER(stream *, get_into, (stream * s, char &byte), "_ZNSi3getERc") {
    int next = next_byte(s, true);
    if (next >= 0)
        byte = static_cast<char>(next);
    return s;
}
MEMBER(stream *, ignore_one, (stream * s), "_ZNSi6ignoreEv") {
    next_byte(s, true);
    ios_of(s)->state &= ~static_cast<unsigned>(FAILED);
    return s;
}
MEMBER(stream *, skip_space, (stream * s), "_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_") {
    unsigned flags = ios_of(s)->flags;
    ios_of(s)->flags |= SKIP_SPACE;
    find_word(s);
    ios_of(s)->flags = flags;
    ios_of(s)->state &= ~static_cast<unsigned>(FAILED);
    return s;
}
MEMBER(stream *, apply_to_input, (stream * s, stream *(*manipulator)(stream *)), "_ZNSirsEPFRSiS_E") {
    return manipulator(s);
}
MEMBER(stream *, apply_base_to_input, (stream * s, void *(*manipulator)(void *)), "_ZNSirsEPFRSt8ios_baseS0_E") {
    manipulator(ios_of(s));
    return s;
}

// The manipulators of <iomanip> for input, each by the type of its argument.
#define MANIPULATOR(name, type, EFFECT)                                                           \
    MEMBER(stream *, name, (stream * s, int value),                                               \
           "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_St" type) {                    \
        EFFECT;                                                                                   \
        return s;                                                                                 \
    }
static unsigned base_flag(int base) { return base == 16 ? HEXADECIMAL : base == 8 ? OCTAL : base == 10 ? DECIMAL : 0; }
MANIPULATOR(set_width, "5_Setw", ios_of(s)->width = value)
MANIPULATOR(set_precision, "13_Setprecision", ios_of(s)->precision = value)
MANIPULATOR(set_base, "8_Setbase", ios_of(s)->flags = (ios_of(s)->flags & ~unsigned(BASES)) | base_flag(value))
MANIPULATOR(set_flags, "12_Setiosflags", ios_of(s)->flags |= static_cast<unsigned>(value))
MANIPULATOR(reset_flags, "14_Resetiosflags", ios_of(s)->flags &= ~static_cast<unsigned>(value))
