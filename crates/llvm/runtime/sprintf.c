// printf into memory.
#include "format.h"
#include "heap.h"
#include <stdio.h>

#define UNLIMITED ((size_t)1 << 40)

// The body of a variadic function that formats into memory.
#define FORMAT(to, size, format)                                                                  \
    va_list arguments;                                                                            \
    va_start(arguments, format);                                                                  \
    int length = tp_format(to, size, format, arguments);                                          \
    va_end(arguments);                                                                            \
    return length

WEAK int vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
    return tp_format(to, size, format, arguments);
}
WEAK int vsprintf(char *to, const char *format, va_list arguments) {
    return tp_format(to, UNLIMITED, format, arguments);
}
WEAK int snprintf(char *to, size_t size, const char *format, ...) { FORMAT(to, size, format); }
WEAK int sprintf(char *to, const char *format, ...) { FORMAT(to, UNLIMITED, format); }

static int print_allocated(char **result, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = tp_format(0, 0, format, arguments);
    *result = allocate((uint64_t)length + 1, 0);
    tp_format(*result, (size_t)length + 1, format, again);
    va_end(again);
    return length;
}
WEAK int vasprintf(char **result, const char *format, va_list arguments) {
    return print_allocated(result, format, arguments);
}
WEAK int asprintf(char **result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = print_allocated(result, format, arguments);
    va_end(arguments);
    return length;
}

// The checked forms that _FORTIFY_SOURCE calls.
WEAK int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    (void)flag;
    (void)room;
    FORMAT(to, size, format);
}
WEAK int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    (void)flag;
    (void)room;
    FORMAT(to, UNLIMITED, format);
}
WEAK int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list arguments) {
    (void)flag;
    (void)room;
    return tp_format(to, size, format, arguments);
}
WEAK int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments) {
    (void)flag;
    (void)room;
    return tp_format(to, UNLIMITED, format, arguments);
}
