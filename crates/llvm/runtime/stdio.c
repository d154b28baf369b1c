// Output to the terminal, remembered for the counterexample. printf itself is the interpreter's, unless its
// format is no constant.
// There is no input: functions for it are unknown.
#include "channels.h"
#include "format.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#undef putc
#undef putchar

// Streams are names, never looked into. They are constant, so that reading one is no access to
// shared memory; the header declares them as variables, hence the detour over labels.
static char streams[3];
WEAK FILE *const tp_stdin __asm__("stdin") = (FILE *)&streams[0];
WEAK FILE *const tp_stdout __asm__("stdout") = (FILE *)&streams[1];
WEAK FILE *const tp_stderr __asm__("stderr") = (FILE *)&streams[2];

enum { ARGUMENTS_MAX = 8 };

// How many arguments a format takes.
static int count_arguments(const char *format) {
    int count = 0;
    while (*format) {
        if (*format++ != '%')
            continue;
        while (*format && strchr("-+ #0123456789.*hlqjztL", *format))
            count += *format++ == '*';
        if (*format)
            count += *format++ != '%';
    }
    return count;
}

// Printing is no access to memory, but a function that prints something reads it.
static void look_at(const volatile char *from, size_t size) {
    for (size_t i = 0; i < size; i++)
        (void)from[i];
}
// A negative precision is none.
WEAK void __tp_lib_look_at_string(const volatile char *s, uint64_t precision) {
    size_t limit = (int)precision < 0 ? SIZE_MAX : (size_t)(int)precision;
    while (limit-- && *s)
        s++;
}

static int print_string(const char *format, const char *s) {
    __tp_lib_look_at_string(s, UINT64_MAX);
    return __tp_print(format, s);
}

static int digits(const char **format) {
    int number = 0;
    while (**format >= '0' && **format <= '9')
        number = 10 * number + (*(*format)++ - '0');
    return number;
}

// A width or precision: digits, or the next argument.
static int number(const char **format, const uint64_t **argument) {
    if (**format != '*')
        return digits(format);
    ++*format;
    return (int)*(*argument)++;
}

// Reads the strings among the arguments, as far as they are printed.
static void look_at_strings(const char *format, const uint64_t *argument) {
    while (*format) {
        if (*format++ != '%')
            continue;
        while (*format && strchr("-+ #0", *format))
            format++;
        number(&format, &argument);
        int precision = -1;
        if (*format == '.') {
            format++;
            precision = number(&format, &argument);
        }
        while (*format && strchr("hlqjztL", *format))
            format++;
        if (*format == 's')
            __tp_lib_look_at_string((const char *)*argument, (uint64_t)precision);
        else if (*format == 'n')
            __tp_unsupported("printf with %n");
        if (*format)
            argument += *format++ != '%';
    }
}

// The arguments of a variadic function are 8 bytes each, whatever their types, so a list of them
// can be handed on without formatting anything here.
static int print_list(const char *format, va_list arguments) {
    int count = count_arguments(format);
    if (count > ARGUMENTS_MAX) {
        char text[1024];
        tp_format(text, sizeof text, format, arguments);
        return __tp_print("%s", text);
    }
    uint64_t a[ARGUMENTS_MAX] = {0};
    for (int i = 0; i < count; i++)
        a[i] = va_arg(arguments, uint64_t);
    look_at_strings(format, a);
    return __tp_print(format, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
}

#define PRINT(format)                                                                             \
    va_list arguments;                                                                            \
    va_start(arguments, format);                                                                  \
    int length = print_list(format, arguments);                                                   \
    va_end(arguments);                                                                            \
    return length

// printf with a format that is no constant.
WEAK int __tp_lib_printf(const char *format, ...) {
    PRINT(format);
}

WEAK int vprintf(const char *format, va_list arguments) { return print_list(format, arguments); }
WEAK int vfprintf(FILE *stream, const char *format, va_list arguments) {
    (void)stream;
    return print_list(format, arguments);
}
WEAK int vdprintf(int file, const char *format, va_list arguments) {
    (void)file;
    return print_list(format, arguments);
}
WEAK int fprintf(FILE *stream, const char *format, ...) {
    (void)stream;
    PRINT(format);
}
WEAK int dprintf(int file, const char *format, ...) {
    (void)file;
    PRINT(format);
}
WEAK int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    PRINT(format);
}
WEAK int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    (void)stream;
    (void)flag;
    PRINT(format);
}
WEAK int __dprintf_chk(int file, int flag, const char *format, ...) {
    (void)file;
    (void)flag;
    PRINT(format);
}
WEAK int __vprintf_chk(int flag, const char *format, va_list arguments) {
    (void)flag;
    return print_list(format, arguments);
}
WEAK int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
    (void)stream;
    (void)flag;
    return print_list(format, arguments);
}

WEAK int puts(const char *s) { return print_string("%s\n", s); }
WEAK int fputs(const char *s, FILE *stream) {
    (void)stream;
    return print_string("%s", s);
}
WEAK int fputs_unlocked(const char *s, FILE *stream) {
    (void)stream;
    return print_string("%s", s);
}
static int print_byte(int c) {
    __tp_print("%c", c);
    return (unsigned char)c;
}
WEAK int putchar(int c) { return print_byte(c); }
WEAK int putchar_unlocked(int c) { return print_byte(c); }
WEAK int fputc(int c, FILE *stream) {
    (void)stream;
    return print_byte(c);
}
WEAK int putc(int c, FILE *stream) {
    (void)stream;
    return print_byte(c);
}
WEAK size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
    (void)stream;
    look_at(from, size * count);
    __tp_print("%.*s", (int)(size * count), from);
    return count;
}
WEAK ssize_t write(int file, const void *from, size_t size) {
    if (is_channel(file))
        return tp_channel_write(file, from, size);
    if (file <= STDIN_FILENO) {
        errno = EBADF;
        return -1;
    }
    look_at(from, size);
    __tp_print("%.*s", (int)size, from);
    return (ssize_t)size;
}
WEAK void perror(const char *s) {
    const char *words = strerror(errno);
    if (s && *s)
        __tp_print("%s: %s\n", s, words);
    else
        __tp_print("%s\n", words);
}

WEAK int fflush(FILE *stream) {
    (void)stream;
    return 0;
}
WEAK int ferror(FILE *stream) {
    (void)stream;
    return 0;
}
WEAK void clearerr(FILE *stream) { (void)stream; }
WEAK int fileno(FILE *stream) { return stream == tp_stdin ? 0 : stream == tp_stdout ? 1 : 2; }
WEAK int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)stream;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}
WEAK void setbuf(FILE *stream, char *buffer) {
    (void)stream;
    (void)buffer;
}
WEAK void setlinebuf(FILE *stream) { (void)stream; }
WEAK void flockfile(FILE *stream) { (void)stream; }
WEAK void funlockfile(FILE *stream) { (void)stream; }
