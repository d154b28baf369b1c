// printf's formatting, into memory.
#ifndef FORMAT_H
#define FORMAT_H

#include "tp.h"
#include <stdarg.h>
#include <stddef.h>

// Writes at most `size` bytes, the last of them a zero, and returns the length that the whole
// text has. In format.c.
int tp_format(char *to, size_t size, const char *format, va_list arguments);

#endif
