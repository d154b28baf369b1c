// The text of string streams, and output to it.
#include "format.h"
#include "heap.h"
#include "streams.h"

enum { BOOL_ALPHA = 1, FIXED = 4, HEX = 8, LEFT = 32, OCT = 64, SCIENTIFIC = 256 };

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

WEAK void tp_append_padded(struct stream *s, const char *from, size_t length) {
    struct text *to = tp_text(s);
    struct ios *ios = ios_of(s);
    size_t padding = (ptrdiff_t)length < ios->width ? (size_t)ios->width - length : 0;
    if (ios->flags & LEFT)
        tp_append(to, from, length);
    for (size_t i = 0; i < padding; i++)
        tp_append(to, to->fill ? &to->fill : " ", 1);
    if (!(ios->flags & LEFT))
        tp_append(to, from, length);
    ios->width = 0;
}

static size_t formatted(char *to, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = tp_format(to, size, format, arguments);
    va_end(arguments);
    return (size_t)length;
}

WEAK void tp_append_integer(struct stream *s, unsigned long long value, int bytes, int is_signed) {
    char digits[32];
    unsigned flags = ios_of(s)->flags;
    unsigned long long low = bytes < 8 ? value & ((1ull << 8 * bytes) - 1) : value;
    size_t length = flags & HEX   ? formatted(digits, sizeof digits, "%llx", low)
                    : flags & OCT ? formatted(digits, sizeof digits, "%llo", low)
                    : is_signed   ? formatted(digits, sizeof digits, "%lld", (long long)value)
                                  : formatted(digits, sizeof digits, "%llu", low);
    tp_append_padded(s, digits, length);
}

WEAK void tp_append_float(struct stream *s, double value) {
    char digits[400];
    struct ios *ios = ios_of(s);
    int precision = ios->precision ? (int)ios->precision : 6;
    size_t length = ios->flags & FIXED        ? formatted(digits, sizeof digits, "%.*f", precision, value)
                    : ios->flags & SCIENTIFIC ? formatted(digits, sizeof digits, "%.*e", precision, value)
                                              : formatted(digits, sizeof digits, "%.*g", precision, value);
    tp_append_padded(s, digits, length);
}
