// std::ostream and std::istream, as the models of output and of string streams share them.
#ifndef STREAMS_H
#define STREAMS_H

#include <stddef.h>

// A stream begins with the pointer to its table, which says where its std::ios is.
struct stream {
    const void *const *table;
};

// The first members of std::ios_base, which inline functions of the headers read and write.
struct ios {
    const void *const *table;
    ptrdiff_t precision, width;
    unsigned flags, exceptions, state;
};

// The text of a string stream, in the place of its std::stringbuf.
struct text {
    char *data;
    size_t length, room;
    // The next byte to read.
    size_t position;
    char fill;
};

#ifdef __cplusplus
extern "C" {
#endif

// The text of a string stream; null for others. In cxx_sstream.c.
struct text *tp_text(struct stream *s);
void tp_append(struct text *to, const char *from, size_t length);
// Appends a number, or anything else, as the flags and the width of the stream want it.
void tp_append_integer(struct stream *s, unsigned long long value, int bytes, int is_signed);
void tp_append_float(struct stream *s, double value);
void tp_append_pointer(struct stream *s, const void *value);
void tp_append_padded(struct stream *s, const char *from, size_t length);

#ifdef __cplusplus
}
#endif

static inline struct ios *ios_of(struct stream *s) {
    return (struct ios *)((char *)s + (ptrdiff_t)s->table[-3]);
}

#endif
