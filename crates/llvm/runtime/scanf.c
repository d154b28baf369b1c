// sscanf: reading numbers and words out of memory, in the "C" locale. There are no files to read.
#include "tp.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One conversion such as %*3ld; the letter is at `at`.
struct scan {
    int suppressed;
    // The greatest number of bytes to read; 0 for no limit.
    size_t width;
    // Bytes of an integer, or 8 for a double and 4 for a float.
    int bytes;
    const char *at;
};

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static const char *skip_spaces(const char *s) {
    while (is_space(*s))
        s++;
    return s;
}

static struct scan parse(const char *s) {
    struct scan c = {0, 0, 4, 0};
    if (*s == '*') {
        c.suppressed = 1;
        s++;
    }
    for (; *s >= '0' && *s <= '9'; s++)
        c.width = c.width * 10 + (size_t)(*s - '0');
    for (;; s++) {
        if (*s == 'h')
            c.bytes /= 2;
        else if (*s == 'l' || *s == 'j' || *s == 'z' || *s == 't')
            c.bytes = 8;
        else
            break;
    }
    c.at = s;
    return c;
}

static void store(void *to, int bytes, uint64_t value) {
    switch (bytes) {
    case 1: *(uint8_t *)to = (uint8_t)value; break;
    case 2: *(uint16_t *)to = (uint16_t)value; break;
    case 4: *(uint32_t *)to = (uint32_t)value; break;
    default: *(uint64_t *)to = value; break;
    }
}

// The text of a number is copied if a width ends it.
#define LONGEST 64

// Returns what follows the number, null if there is none.
static const char *scan_number(const char *s, const struct scan *c, va_list *arguments) {
    char copy[LONGEST + 1], *end;
    size_t n = 0;
    s = skip_spaces(s);
    for (; n < c->width && s[n] && !is_space(s[n]); n++) {
        if (n == LONGEST)
            __tp_unsupported("sscanf of so wide a number");
        copy[n] = s[n];
    }
    copy[n] = 0;
    const char *text = c->width ? copy : s;
    uint64_t value = 0;
    double real = 0;
    switch (*c->at) {
    case 'd': value = (uint64_t)strtoll(text, &end, 10); break;
    case 'i': value = (uint64_t)strtoll(text, &end, 0); break;
    case 'u': value = strtoull(text, &end, 10); break;
    case 'o': value = strtoull(text, &end, 8); break;
    case 'x':
    case 'X':
    case 'p': value = strtoull(text, &end, 16); break;
    default: real = c->bytes == 8 ? strtod(text, &end) : strtof(text, &end);
    }
    if (end == text)
        return 0;
    if (!c->suppressed) {
        void *to = va_arg(*arguments, void *);
        if (*c->at == 'p')
            *(uint64_t *)to = value;
        else if (strchr("diuoxX", *c->at))
            store(to, c->bytes, value);
        else if (c->bytes == 8)
            *(double *)to = real;
        else
            *(float *)to = (float)real;
    }
    return s + (end - text);
}

// Is the byte in the set after `[`? `end` becomes the closing bracket.
static int is_in_set(const char *set, char byte, const char **end) {
    int inverted = *set == '^', found = 0;
    set += inverted;
    const char *p = set;
    do {
        if (p[1] == '-' && p[2] && p[2] != ']') {
            found |= p[0] <= byte && byte <= p[2];
            p += 3;
        } else {
            found |= *p++ == byte;
        }
    } while (*p && *p != ']');
    *end = p;
    return byte && found != inverted;
}

static const char *scan_text(const char *s, const struct scan *c, const char **after, va_list *arguments) {
    char letter = *c->at;
    *after = c->at + 1;
    if (letter == 's')
        s = skip_spaces(s);
    size_t limit = c->width ? c->width : letter == 'c' ? 1 : SIZE_MAX, n = 0;
    char *to = c->suppressed ? 0 : va_arg(*arguments, char *);
    const char *close = c->at;
    for (; n < limit && s[n]; n++) {
        if (letter == 's' ? is_space(s[n]) : letter == '[' && !is_in_set(c->at + 1, s[n], &close))
            break;
        if (to)
            to[n] = s[n];
    }
    if (letter == '[') {
        is_in_set(c->at + 1, 0, &close);
        *after = *close ? close + 1 : close;
    }
    if (n == 0 || (letter == 'c' && n < limit))
        return 0;
    if (to && letter != 'c')
        to[n] = 0;
    return s + n;
}

static int scan(const char *text, const char *format, va_list *arguments) {
    const char *s = text;
    int count = 0;
    while (*format) {
        if (is_space(*format)) {
            s = skip_spaces(s);
            format++;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            int percent = *format == '%';
            s = percent ? skip_spaces(s) : s;
            if (*s != *format)
                return *s || count ? count : EOF;
            s++;
            format += 1 + percent;
            continue;
        }
        struct scan c = parse(format + 1);
        format = c.at + 1;
        if (*c.at == 'n') {
            if (!c.suppressed)
                store(va_arg(*arguments, void *), c.bytes, (uint64_t)(s - text));
            continue;
        }
        int is_text = *c.at == 'c' || *c.at == 's' || *c.at == '[';
        if (!is_text && !(*c.at && strchr("diuoxXpeEfFgGaA", *c.at)))
            __tp_unsupported("a conversion of sscanf that is not modelled");
        if (!*(*c.at == 'c' || *c.at == '[' ? s : skip_spaces(s)))
            return count ? count : EOF;
        s = is_text ? scan_text(s, &c, &format, arguments) : scan_number(s, &c, arguments);
        if (!s)
            return count;
        count += !c.suppressed;
    }
    return count;
}

WEAK int vsscanf(const char *text, const char *format, va_list arguments) {
    va_list list;
    va_copy(list, arguments);
    int count = scan(text, format, &list);
    va_end(list);
    return count;
}

#define SSCANF(name)                                                                              \
    WEAK int name(const char *text, const char *format, ...) {                                    \
        va_list arguments;                                                                        \
        va_start(arguments, format);                                                              \
        int count = scan(text, format, &arguments);                                               \
        va_end(arguments);                                                                        \
        return count;                                                                             \
    }
#undef sscanf
int sscanf_plain(const char *, const char *, ...) __asm__("sscanf");
int sscanf_99(const char *, const char *, ...) __asm__("__isoc99_sscanf");
int sscanf_23(const char *, const char *, ...) __asm__("__isoc23_sscanf");
SSCANF(sscanf_plain)
SSCANF(sscanf_99)
SSCANF(sscanf_23)
