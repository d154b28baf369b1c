// Conversions between text and numbers, and integer arithmetic of <stdlib.h>.
#include "tp.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

struct number {
    uint64_t magnitude;
    int negative;
    int overflow;
    // First byte after the number; the start of the text if there is none.
    const char *end;
};

// Skips "0x" where it belongs to the number, and settles the base.
static const char *skip_prefix(const char *s, int *base) {
    int hexadecimal = s[0] == '0' && (s[1] | 32) == 'x' && digit_value(s[2]) < 16;
    if (*base == 0)
        *base = hexadecimal ? 16 : s[0] == '0' ? 8 : 10;
    return *base == 16 && hexadecimal ? s + 2 : s;
}

static struct number parse(const char *text, int base) {
    struct number n = {0, 0, 0, text};
    const char *s = text;
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+')
        n.negative = *s++ == '-';
    s = skip_prefix(s, &base);
    for (int digit; (digit = digit_value(*s)) < base; n.end = ++s)
        if (__builtin_mul_overflow(n.magnitude, (uint64_t)base, &n.magnitude) ||
            __builtin_add_overflow(n.magnitude, (uint64_t)digit, &n.magnitude))
            n.overflow = 1;
    return n;
}

static int64_t to_signed(const char *text, char **end, int base) {
    struct number n = parse(text, base);
    if (end)
        *end = (char *)n.end;
    uint64_t limit = (uint64_t)INT64_MAX + (uint64_t)n.negative;
    if (n.overflow || n.magnitude > limit) {
        errno = ERANGE;
        return n.negative ? INT64_MIN : INT64_MAX;
    }
    return (int64_t)(n.negative ? 0 - n.magnitude : n.magnitude);
}

static uint64_t to_unsigned(const char *text, char **end, int base) {
    struct number n = parse(text, base);
    if (end)
        *end = (char *)n.end;
    if (n.overflow) {
        errno = ERANGE;
        return UINT64_MAX;
    }
    return n.negative ? 0 - n.magnitude : n.magnitude;
}

// Decimal fractions with exponents; correct to the last bit for short numbers only.
static double to_double(const char *text, char **end) {
    const char *s = text, *last = text;
    double value = 0, scale = 1;
    while (is_space(*s))
        s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    for (; digit_value(*s) < 10; last = ++s)
        value = value * 10 + digit_value(*s);
    if (*s == '.') {
        if (last == s)
            last = s + 1;
        for (s++; digit_value(*s) < 10; last = ++s, scale *= 10)
            value = value * 10 + digit_value(*s);
    }
    if (last != text && (*last | 32) == 'e') {
        struct number n = parse(last + 1, 10);
        if (n.end != last + 1) {
            last = n.end;
            for (uint64_t i = 0; i < n.magnitude && i < 400; i++)
                if (n.negative)
                    scale *= 10;
                else
                    value *= 10;
        }
    }
    if (end)
        *end = (char *)last;
    return (negative ? -value : value) / scale;
}

WEAK int atoi(const char *s) { return (int)to_signed(s, 0, 10); }
WEAK long atol(const char *s) { return to_signed(s, 0, 10); }
WEAK long long atoll(const char *s) { return to_signed(s, 0, 10); }
WEAK double atof(const char *s) { return to_double(s, 0); }
WEAK long strtol(const char *s, char **end, int base) { return to_signed(s, end, base); }
WEAK long long strtoll(const char *s, char **end, int base) { return to_signed(s, end, base); }
WEAK unsigned long strtoul(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
WEAK unsigned long long strtoull(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
WEAK intmax_t strtoimax(const char *s, char **end, int base) { return to_signed(s, end, base); }
WEAK uintmax_t strtoumax(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
WEAK double strtod(const char *s, char **end) { return to_double(s, end); }
WEAK float strtof(const char *s, char **end) { return (float)to_double(s, end); }

WEAK int abs(int n) { return n < 0 ? -n : n; }
WEAK long labs(long n) { return n < 0 ? -n : n; }
WEAK long long llabs(long long n) { return n < 0 ? -n : n; }
WEAK intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }
WEAK div_t div(int a, int b) { return (div_t){a / b, a % b}; }
WEAK ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
WEAK lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
