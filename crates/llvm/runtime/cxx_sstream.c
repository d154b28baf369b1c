// The text of string streams, and output to it.
#include "format.h"
#include "heap.h"
#include "streams.h"

enum {
    FIXED = 4,
    HEX = 8,
    INTERNAL = 16,
    LEFT = 32,
    OCT = 64,
    BASES = 2 | HEX | OCT,
    SIDES = INTERNAL | LEFT | 128,
    SCIENTIFIC = 256,
    SHOW_BASE = 512,
    SHOW_POINT = 1024,
    SHOW_POSITIVE = 2048,
    UPPER_CASE = 16384
};

// The tables of the four kinds of parts: where the std::ios is. They are told apart by their addresses.
#define TABLE(name, ios) WEAK const void *const name[4] = {(const void *)(ios), 0, 0, 0}
TABLE(tp_ostringstream, 112);
TABLE(tp_istringstream, 120);
TABLE(tp_stringstream_in, 128);
TABLE(tp_stringstream_out, 112);
// Those of file streams, which have no text.
TABLE(tp_ifstream, 256);
TABLE(tp_ofstream, 248);
TABLE(tp_fstream_in, 264);
TABLE(tp_fstream_out, 248);
extern const void *const tp_osyncstream[4];

WEAK struct text *tp_text(struct stream *s) {
    const void *const *table = s->table - 3;
    size_t offset = table == tp_ostringstream || table == tp_stringstream_out || table == tp_osyncstream
                        ? 8
                    : table == tp_istringstream                               ? 16
                    : table == tp_stringstream_in                             ? 24
                                                                              : 0;
    return offset ? (struct text *)((char *)s + offset) : 0;
}

static void copy_bytes(char *to, const char *from, size_t length) {
    for (size_t i = 0; i < length; i++)
        to[i] = from[i];
}

WEAK void tp_append(struct text *to, const char *from, size_t length) {
    if (to->length + length > to->room) {
        size_t room = 2 * (to->length + length);
        char *data = __tp_allocate(room, 0);
        copy_bytes(data, to->data, to->length);
        if (to->data)
            __tp_free(to->data);
        to->data = data;
        to->room = room;
    }
    copy_bytes(to->data + to->length, from, length);
    to->length += length;
}

// What stands before `inside` is put in front of the padding, if this goes inside.
static void append_around(struct stream *s, const char *from, size_t inside, size_t length) {
    struct text *to = tp_text(s);
    struct ios *ios = ios_of(s);
    unsigned side = ios->flags & SIDES;
    size_t padding = (ptrdiff_t)length < ios->width ? (size_t)ios->width - length : 0;
    size_t before = side == LEFT ? length : side == INTERNAL ? inside : 0;
    tp_append(to, from, before);
    for (size_t i = 0; i < padding; i++)
        tp_append(to, to->fill ? &to->fill : " ", 1);
    tp_append(to, from + before, length - before);
    ios->width = 0;
}

WEAK void tp_append_padded(struct stream *s, const char *from, size_t length) { append_around(s, from, 0, length); }

// Padding inside a number goes behind its sign, or behind its 0x.
static void append_number(struct stream *s, const char *from, size_t length) {
    size_t inside = from[0] == '-' || from[0] == '+';
    if (!inside && from[0] == '0' && (from[1] | 32) == 'x')
        inside = 2;
    append_around(s, from, inside, length);
}

static size_t formatted(char *to, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = tp_format(to, size, format, arguments);
    va_end(arguments);
    return (size_t)length;
}

// The format of printf that the flags ask for.
static void begin_format(char *format, unsigned flags, unsigned alternate) {
    *format++ = '%';
    if (flags & SHOW_POSITIVE)
        *format++ = '+';
    if (flags & alternate)
        *format++ = '#';
    *format = 0;
}

static void end_format(char *format, const char *end) {
    while (*format)
        format++;
    while ((*format++ = *end++))
        ;
}

WEAK void tp_append_integer(struct stream *s, unsigned long long value, int bytes, int is_signed) {
    char digits[32], format[8];
    unsigned flags = ios_of(s)->flags, base = flags & BASES;
    int as_bits = base == HEX || base == OCT;
    if (as_bits && bytes < 8)
        value &= (1ull << 8 * bytes) - 1;
    begin_format(format, as_bits || !is_signed ? flags & ~(unsigned)SHOW_POSITIVE : flags, as_bits ? SHOW_BASE : 0);
    end_format(format, base == HEX   ? flags & UPPER_CASE ? "llX" : "llx"
                       : base == OCT ? "llo"
                       : is_signed   ? "lld"
                                     : "llu");
    append_number(s, digits, formatted(digits, sizeof digits, format, value));
}

WEAK void tp_append_pointer(struct stream *s, const void *value) {
    struct ios *ios = ios_of(s);
    unsigned flags = ios->flags;
    ios->flags = (flags & ~(unsigned)(BASES | UPPER_CASE)) | HEX | SHOW_BASE;
    tp_append_integer(s, (unsigned long long)value, 8, 0);
    ios->flags = flags;
}

WEAK void tp_append_float(struct stream *s, double value) {
    char digits[1500], format[8];
    struct ios *ios = ios_of(s);
    unsigned flags = ios->flags, as = flags & (FIXED | SCIENTIFIC);
    int precision = (int)ios->precision, upper = (flags & UPPER_CASE) != 0;
    begin_format(format, flags, SHOW_POINT);
    if (as == (FIXED | SCIENTIFIC)) {
        end_format(format, upper ? "A" : "a");
        append_number(s, digits, formatted(digits, sizeof digits, format, value));
        return;
    }
    end_format(format, as == FIXED ? upper ? ".*F" : ".*f" : as == SCIENTIFIC ? upper ? ".*E" : ".*e" : upper ? ".*G" : ".*g");
    append_number(s, digits, formatted(digits, sizeof digits, format, precision, value));
}
