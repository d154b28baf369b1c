// printf's formatting, into memory.
#ifndef FORMAT_H
#define FORMAT_H

#include "tp.h"
#include <stdarg.h>
#include <stddef.h>

// Writes at most `size` bytes, the last of them a zero, and returns the length that the whole
// text has. In format.c.
int tp_format(char *to, size_t size, const char *format, va_list arguments);

// One conversion such as %-08.3lx.
struct conversion {
    char minus, plus, space, alternate, zero;
    // -1: none.
    int width, precision;
    // Bytes of an integer argument.
    int bytes;
    char letter;
};

// Reads a conversion after its percent sign; takes `*` from `arguments`. Returns what follows.
const char *tp_parse_conversion(const char *s, struct conversion *c, va_list *arguments);

#endif
