// Conversions between text and numbers, and integer arithmetic of <stdlib.h>.
#include "decimal.h"
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

static const struct format_of_number DOUBLE = {53, -1074}, FLOAT = {24, -149};

// What follows a word, in letters of any size; null if something else is there.
static const char *skip_word(const char *s, const char *word) {
    for (; *word; s++, word++)
        if ((*s | 32) != *word)
            return 0;
    return s;
}

// "(...)" behind "nan".
static const char *skip_payload(const char *s) {
    const char *p = s;
    if (*p != '(')
        return s;
    for (p++; digit_value(*p) < 36 || *p == '_';)
        p++;
    return *p == ')' ? p + 1 : s;
}

// The exponent behind this letter, if there is one.
static int exponent_after(const char **s, char letter) {
    if ((**s | 32) != letter)
        return 0;
    const char *p = *s + 1;
    int negative = *p == '-', value = 0;
    if (*p == '-' || *p == '+')
        p++;
    if (digit_value(*p) > 9)
        return 0;
    for (; digit_value(*p) < 10; p++)
        if (value < 100000)
            value = 10 * value + digit_value(*p);
    *s = p;
    return negative ? -value : value;
}

// Digits with a point somewhere among them.
struct digits {
    // The first that is not zero, or null; and what follows the last, or the start of the text if there are none.
    const char *first, *end;
    // How many from the first on, and how many stand behind the point, with leading zeros.
    int count, behind;
};

static struct digits find_digits(const char *s, int base) {
    struct digits d = {0, s, 0, 0};
    int point = 0, any = 0;
    for (;; s++) {
        if (*s == '.' && !point) {
            point = 1;
        } else if (digit_value(*s) < base) {
            any = 1;
            if (*s != '0' && !d.first)
                d.first = s;
            d.count += d.first != 0;
            d.behind += point;
        } else {
            break;
        }
    }
    if (any)
        d.end = s;
    return d;
}

static double hexadecimal(struct digits d, int exponent, struct format_of_number kind) {
    uint64_t leading = 0;
    int more = 0;
    exponent -= 4 * d.behind;
    for (const char *s = d.first; s < d.end; s++) {
        if (*s == '.')
            continue;
        if (leading >> 60) {
            more |= *s != '0';
            exponent += 4;
        } else {
            leading = leading << 4 | (uint64_t)digit_value(*s);
        }
    }
    int zeros = __builtin_clzll(leading);
    return rounded_to(leading << zeros, more, exponent - zeros, kind);
}

// Where both numbers are exact, so is all but the last rounding.
static double few_digits(uint64_t digits, int exponent, struct format_of_number kind) {
    double ten = 1;
    for (int i = exponent < 0 ? -exponent : exponent; i; i--)
        ten *= 10;
    if (kind.bits == 24)
        return exponent < 0 ? (float)digits / (float)ten : (float)digits * (float)ten;
    return exponent < 0 ? (double)digits / ten : (double)digits * ten;
}

// No half between two numbers has more digits; later ones only say on which side of it the number is.
enum { ENOUGH = 770 };

static double many_digits(struct digits d, int exponent, struct format_of_number kind) {
    struct whole all = {0};
    int taken = 0, more = 0;
    for (const char *s = d.first; s < d.end; s++) {
        if (*s == '.')
            continue;
        if (taken < ENOUGH)
            whole_multiply(&all, 10, (uint32_t)digit_value(*s));
        else
            more |= *s != '0';
        taken++;
    }
    if (taken > ENOUGH)
        exponent += taken - ENOUGH;
    if (more) {
        whole_multiply(&all, 10, 1);
        exponent--;
    }
    return whole_to_double(&all, exponent, kind);
}

static double decimal(struct digits d, int exponent, struct format_of_number kind) {
    exponent -= d.behind;
    if (d.count + exponent > 310)
        return __builtin_inf();
    if (d.count + exponent < -330)
        return 0;
    int size = exponent < 0 ? -exponent : exponent;
    if (d.count < 16 && size <= (kind.bits == 24 ? 10 : 22)) {
        uint64_t few = 0;
        for (const char *s = d.first; s < d.end; s++)
            if (*s != '.')
                few = few * 10 + (uint64_t)digit_value(*s);
        if (!(few >> kind.bits))
            return few_digits(few, exponent, kind);
    }
    return many_digits(d, exponent, kind);
}

static double digits_to_number(const char **s, struct format_of_number kind) {
    int base = 10;
    struct digits d = find_digits(*s, 10);
    if (**s == '0' && ((*s)[1] | 32) == 'x') {
        struct digits other = find_digits(*s + 2, 16);
        if (other.end != *s + 2) {
            d = other;
            base = 16;
        }
    }
    if (d.end == *s)
        return 0;
    *s = d.end;
    int exponent = exponent_after(s, base == 16 ? 'p' : 'e');
    if (!d.first)
        return 0;
    double value = base == 16 ? hexadecimal(d, exponent, kind) : decimal(d, exponent, kind);
    double greatest = kind.bits == 24 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
    double least = kind.bits == 24 ? 0x1p-126 : 0x1p-1022;
    // Decimal digits of a number below the least normal one are never all of its digits.
    if (value > greatest || value == 0 || (value < least && base == 10))
        errno = ERANGE;
    return value;
}

static double to_number(const char *text, char **end, struct format_of_number kind) {
    const char *s = text, *after;
    while (is_space(*s))
        s++;
    int negative = *s == '-';
    double value;
    if (*s == '-' || *s == '+')
        s++;
    if ((after = skip_word(s, "inf"))) {
        const char *whole = skip_word(after, "inity");
        s = whole ? whole : after;
        value = __builtin_inf();
    } else if ((after = skip_word(s, "nan"))) {
        s = skip_payload(after);
        value = __builtin_nan("");
    } else {
        after = s;
        value = digits_to_number(&s, kind);
        if (s == after)
            s = text;
    }
    if (end)
        *end = (char *)s;
    return negative ? -value : value;
}

WEAK int atoi(const char *s) { return (int)to_signed(s, 0, 10); }
WEAK long atol(const char *s) { return to_signed(s, 0, 10); }
WEAK long long atoll(const char *s) { return to_signed(s, 0, 10); }
WEAK double atof(const char *s) { return to_number(s, 0, DOUBLE); }
WEAK long strtol(const char *s, char **end, int base) { return to_signed(s, end, base); }
WEAK long long strtoll(const char *s, char **end, int base) { return to_signed(s, end, base); }
WEAK unsigned long strtoul(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
WEAK unsigned long long strtoull(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
WEAK intmax_t strtoimax(const char *s, char **end, int base) { return to_signed(s, end, base); }
WEAK uintmax_t strtoumax(const char *s, char **end, int base) { return to_unsigned(s, end, base); }
WEAK double strtod(const char *s, char **end) { return to_number(s, end, DOUBLE); }
WEAK float strtof(const char *s, char **end) { return (float)to_number(s, end, FLOAT); }

WEAK int abs(int n) { return n < 0 ? -n : n; }
WEAK long labs(long n) { return n < 0 ? -n : n; }
WEAK long long llabs(long long n) { return n < 0 ? -n : n; }
WEAK intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }
WEAK div_t div(int a, int b) { return (div_t){a / b, a % b}; }
WEAK ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
WEAK lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
