// printf's formatting: d i u x X o c s p f F e E g G a A n % with flags, width, precision, length and position.
// long double is not supported.
#include "decimal.h"
#include "format.h"
#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

// One conversion such as %-08.3lx.
struct conversion {
    char minus, plus, space, alternate, zero;
    // -1: none.
    int width, precision;
    // Bytes of an integer argument.
    int bytes;
    char letter;
};

struct sink {
    char *to;
    size_t size;
    // Bytes of the text so far, also those that did not fit.
    size_t length;
};

static void put(struct sink *sink, char c) {
    if (sink->length + 1 < sink->size)
        sink->to[sink->length] = c;
    sink->length++;
}

static void repeat(struct sink *sink, char c, int times) {
    for (; times > 0; times--)
        put(sink, c);
}

// A sign or prefix, zeros, digits; padded to the width.
static void put_field(struct sink *sink, const struct conversion *c, const char *prefix, int zeros,
                      const char *body, int length) {
    int prefix_length = 0;
    while (prefix[prefix_length])
        prefix_length++;
    int padding = c->width - prefix_length - zeros - length;
    if (!c->minus)
        repeat(sink, ' ', padding);
    for (int i = 0; i < prefix_length; i++)
        put(sink, prefix[i]);
    repeat(sink, '0', zeros);
    for (int i = 0; i < length; i++)
        put(sink, body[i]);
    if (c->minus)
        repeat(sink, ' ', padding);
}

// With the flag 0 and no precision the width is filled with zeros.
static int zeros_for_width(const struct conversion *c, int used) {
    return c->zero && !c->minus && c->width > used ? c->width - used : 0;
}

static void put_integer(struct sink *sink, const struct conversion *c, uint64_t value) {
    int is_signed = c->letter == 'd' || c->letter == 'i';
    unsigned base = c->letter == 'x' || c->letter == 'X' || c->letter == 'p' ? 16 : c->letter == 'o' ? 8 : 10;
    int shift = 64 - 8 * c->bytes;
    const char *prefix = "";
    if (is_signed) {
        int64_t v = (int64_t)(value << shift) >> shift;
        prefix = v < 0 ? "-" : c->plus ? "+" : c->space ? " " : "";
        value = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    } else {
        value = value << shift >> shift;
        if (base == 16 && (c->letter == 'p' || (c->alternate && value)))
            prefix = c->letter == 'X' ? "0X" : "0x";
    }
    const char *digits = c->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char text[24];
    int start = sizeof text;
    for (uint64_t v = value; v; v /= base)
        text[--start] = digits[v % base];
    int length = (int)sizeof text - start;
    int zeros = (c->precision >= 0 ? c->precision : 1) - length;
    if (base == 8 && c->alternate && zeros <= 0)
        zeros = 1;
    if (zeros < 0)
        zeros = 0;
    if (c->precision < 0) {
        int prefix_length = prefix[0] ? prefix[1] ? 2 : 1 : 0;
        int wide = zeros_for_width(c, prefix_length + length);
        zeros = wide > zeros ? wide : zeros;
    }
    put_field(sink, c, prefix, zeros, text + start, length);
}

static void put_string(struct sink *sink, const struct conversion *c, const char *s) {
    if (!s)
        s = "(null)";
    int length = 0;
    while (length != c->precision && s[length])
        length++;
    put_field(sink, c, "", 0, s, length);
}

// Wide characters are bytes in the "C" locale.
static void put_wide(struct sink *sink, const struct conversion *c, const wchar_t *s, int length) {
    for (int i = 0; i < length; i++)
        if (s[i] < 0 || s[i] > 127)
            __tp_unsupported("printf of a wide character beyond ASCII");
    int padding = c->width - length;
    if (!c->minus)
        repeat(sink, ' ', padding);
    for (int i = 0; i < length; i++)
        put(sink, (char)s[i]);
    if (c->minus)
        repeat(sink, ' ', padding);
}

static void put_wide_string(struct sink *sink, const struct conversion *c, const wchar_t *s) {
    if (!s)
        s = L"(null)";
    int length = 0;
    while (length != c->precision && s[length])
        length++;
    put_wide(sink, c, s, length);
}

// Room for a number: the greatest one has 309 digits in front of its point, the smallest 1074 behind it.
enum { MOST_PRECISE = 1100, ROOM = 1500 };

// 0.d1 d2 d3... times 10 to the power `exponent`.
struct decimal {
    // One more for rounding up.
    char digits[MOST_DIGITS + 1];
    int count, exponent;
};

static void decompose(double value, struct decimal *d) {
    if (value == 0)
        *d = (struct decimal){{'0'}, 1, 1};
    else
        d->count = all_digits(value, d->digits, &d->exponent);
}

static char digit(const struct decimal *d, int at) { return at >= 0 && at < d->count ? d->digits[at] : '0'; }

// Rounds to `count` digits, halves to even.
static void round_digits(struct decimal *d, int count) {
    if (count >= d->count || count < 0)
        return;
    int odd = count && (d->digits[count - 1] & 1);
    // The last digit is not zero, so a digit behind a five is more than a half.
    int up = d->digits[count] > '5' || (d->digits[count] == '5' && (d->count > count + 1 || odd));
    d->count = count;
    for (int i = count; up && i--;) {
        up = d->digits[i] == '9';
        d->digits[i] = up ? '0' : (char)(d->digits[i] + 1);
    }
    if (!up)
        return;
    for (int i = d->count; i; i--)
        d->digits[i] = d->digits[i - 1];
    d->digits[0] = '1';
    d->count++;
    d->exponent++;
}

// d.ddde+xx
static int exponential(char *text, struct decimal *d, int precision, char letter, int point) {
    int n = 0;
    round_digits(d, precision + 1);
    text[n++] = digit(d, 0);
    if (precision || point)
        text[n++] = '.';
    for (int i = 1; i <= precision; i++)
        text[n++] = digit(d, i);
    int power = digit(d, 0) == '0' ? 0 : d->exponent - 1;
    text[n++] = letter;
    text[n++] = power < 0 ? '-' : '+';
    power = power < 0 ? -power : power;
    if (power >= 100)
        text[n++] = (char)('0' + power / 100);
    text[n++] = (char)('0' + power / 10 % 10);
    text[n++] = (char)('0' + power % 10);
    return n;
}

// ddd.ddd
static int fixed(char *text, struct decimal *d, int precision, int point) {
    int n = 0;
    if (d->exponent + precision < 0)
        *d = (struct decimal){{'0'}, 1, 1};
    round_digits(d, d->exponent + precision);
    for (int i = 0; i < d->exponent; i++)
        text[n++] = digit(d, i);
    if (d->exponent <= 0)
        text[n++] = '0';
    if (precision || point)
        text[n++] = '.';
    for (int i = d->exponent; i < d->exponent + precision; i++)
        text[n++] = digit(d, i);
    return n;
}

static int trim_zeros(const char *text, int length) {
    int point = 0;
    for (int i = 0; i < length; i++)
        point |= text[i] == '.';
    while (point && text[length - 1] == '0')
        length--;
    return text[length - 1] == '.' ? length - 1 : length;
}

static int general(char *text, struct decimal *d, int precision, char letter, int keep_zeros) {
    precision = precision ? precision : 1;
    round_digits(d, precision);
    if (d->exponent - 1 >= -4 && d->exponent - 1 < precision) {
        int n = fixed(text, d, precision - d->exponent, keep_zeros);
        return keep_zeros ? n : trim_zeros(text, n);
    }
    int n = exponential(text, d, precision - 1, letter == 'g' ? 'e' : 'E', keep_zeros);
    if (keep_zeros)
        return n;
    int mantissa = 0;
    while (text[mantissa] != 'e' && text[mantissa] != 'E')
        mantissa++;
    int kept = trim_zeros(text, mantissa);
    for (int i = mantissa; i < n; i++)
        text[kept + i - mantissa] = text[i];
    return kept + n - mantissa;
}

// 0xh.hhhp+d, without the 0x: the leading digit is 1, or 0 for numbers below the least normal one.
static int hexadecimal(char *text, double value, const struct conversion *c) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    int power = (int)(bits >> 52 & 0x7ff), digits = 13, n = 0;
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    if (power)
        mantissa |= UINT64_C(1) << 52;
    else
        power = mantissa ? 1 : 1023;
    power -= 1023;
    if (c->precision >= 0 && c->precision < digits) {
        int drop = 4 * (digits - c->precision);
        uint64_t rest = mantissa << (64 - drop), half = UINT64_C(1) << 63;
        mantissa >>= drop;
        mantissa += rest > half || (rest == half && (mantissa & 1));
        digits = c->precision;
    }
    for (; c->precision < 0 && digits && !(mantissa & 15); mantissa >>= 4)
        digits--;
    text[n++] = (char)('0' + (mantissa >> 4 * digits));
    if (digits || c->precision > 0 || c->alternate)
        text[n++] = '.';
    for (int i = digits; i--;)
        text[n++] = (c->letter == 'a' ? "0123456789abcdef" : "0123456789ABCDEF")[mantissa >> 4 * i & 15];
    for (int i = digits; i < c->precision; i++)
        text[n++] = '0';
    text[n++] = c->letter == 'a' ? 'p' : 'P';
    text[n++] = power < 0 ? '-' : '+';
    power = power < 0 ? -power : power;
    int places = power >= 1000 ? 4 : power >= 100 ? 3 : power >= 10 ? 2 : 1;
    for (int i = places; i--; power /= 10)
        text[n + i] = (char)('0' + power % 10);
    return n + places;
}

static void put_hexadecimal(struct sink *sink, const struct conversion *c, double value, char sign) {
    char text[ROOM], prefix[4];
    int n = 0;
    if (sign)
        prefix[n++] = sign;
    prefix[n++] = '0';
    prefix[n++] = c->letter == 'a' ? 'x' : 'X';
    prefix[n] = 0;
    int length = hexadecimal(text, value, c);
    put_field(sink, c, prefix, zeros_for_width(c, length + n), text, length);
}

static void put_double(struct sink *sink, const struct conversion *c, double value) {
    struct decimal d;
    char text[ROOM];
    int negative = __builtin_signbit(value);
    const char *prefix = negative ? "-" : c->plus ? "+" : c->space ? " " : "";
    int capital = c->letter < 'a';
    if (value != value) {
        put_field(sink, c, prefix, 0, capital ? "NAN" : "nan", 3);
        return;
    }
    value = negative ? -value : value;
    if (value > 1.7976931348623157e308) {
        put_field(sink, c, prefix, 0, capital ? "INF" : "inf", 3);
        return;
    }
    if (c->precision > MOST_PRECISE)
        __tp_unsupported("printf of so many digits");
    if ((c->letter | 32) == 'a') {
        put_hexadecimal(sink, c, value, prefix[0]);
        return;
    }
    int precision = c->precision < 0 ? 6 : c->precision;
    decompose(value, &d);
    int length;
    switch (c->letter | 32) {
    case 'f':
        length = fixed(text, &d, precision, c->alternate);
        break;
    case 'e':
        length = exponential(text, &d, precision, c->letter, c->alternate);
        break;
    default:
        length = general(text, &d, precision, c->letter, c->alternate);
    }
    put_field(sink, c, prefix, zeros_for_width(c, length + (prefix[0] != 0)), text, length);
}

static int parse_number(const char **s) {
    int n = 0;
    for (; **s >= '0' && **s <= '9'; ++*s)
        n = n * 10 + (**s - '0');
    return n;
}

static const char *parse_flags(const char *s, struct conversion *c) {
    for (;; s++)
        switch (*s) {
        case '-':
            c->minus = 1;
            break;
        case '+':
            c->plus = 1;
            break;
        case ' ':
            c->space = 1;
            break;
        case '#':
            c->alternate = 1;
            break;
        case '0':
            c->zero = 1;
            break;
        default:
            return s;
        }
}

static const char *parse_length(const char *s, struct conversion *c) {
    for (;; s++)
        switch (*s) {
        case 'h':
            c->bytes = c->bytes == 2 ? 1 : 2;
            break;
        case 'l':
        case 'q':
        case 'j':
        case 'z':
        case 't':
            c->bytes = 8;
            break;
        case 'L':
            __tp_unsupported("formatting of a long double");
        default:
            return s;
        }
}

// The arguments of a format.
struct arguments {
    va_list start, next;
};

// The argument with this number is the next one. Each takes eight bytes here.
static void go_to(struct arguments *arguments, int position) {
    va_end(arguments->next);
    va_copy(arguments->next, arguments->start);
    while (--position > 0)
        (void)va_arg(arguments->next, uint64_t);
}

// A number, or `*` or `*2$` for one that is an argument.
static const char *parse_size(const char *s, struct arguments *arguments, int *size) {
    if (*s != '*') {
        *size = parse_number(&s);
        return s;
    }
    const char *after = ++s;
    int position = parse_number(&after);
    if (position && *after == '$') {
        go_to(arguments, position);
        s = after + 1;
    }
    *size = va_arg(arguments->next, int);
    return s;
}

static const char *parse_conversion(const char *s, struct conversion *c, struct arguments *arguments) {
    *c = (struct conversion){.width = 0, .precision = -1, .bytes = 4};
    const char *after = s;
    int position = parse_number(&after);
    position = *after == '$' ? position : 0;
    s = parse_flags(position ? after + 1 : s, c);
    s = parse_size(s, arguments, &c->width);
    if (c->width < 0) {
        c->minus = 1;
        c->width = -c->width;
    }
    if (*s == '.')
        s = parse_size(s + 1, arguments, &c->precision);
    s = parse_length(s, c);
    if (position)
        go_to(arguments, position);
    c->letter = *s;
    return *s ? s + 1 : s;
}

static void put_conversion(struct sink *sink, struct conversion *c, struct arguments *arguments) {
    switch (c->letter) {
    case 'p': {
        c->bytes = 8;
        uint64_t address = va_arg(arguments->next, uint64_t);
        if (address)
            put_integer(sink, c, address);
        else
            put_string(sink, c, "(nil)");
        break;
    }
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        put_integer(sink, c, c->bytes == 8 ? va_arg(arguments->next, uint64_t) : va_arg(arguments->next, unsigned));
        break;
    case 'c': {
        if (c->bytes == 8) {
            wchar_t wide = (wchar_t)va_arg(arguments->next, wint_t);
            put_wide(sink, c, &wide, 1);
            break;
        }
        char byte = (char)va_arg(arguments->next, int);
        put_field(sink, c, "", 0, &byte, 1);
        break;
    }
    case 's':
        if (c->bytes == 8) {
            put_wide_string(sink, c, va_arg(arguments->next, const wchar_t *));
            break;
        }
        put_string(sink, c, va_arg(arguments->next, const char *));
        break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        put_double(sink, c, va_arg(arguments->next, double));
        break;
    case 'n':
        *va_arg(arguments->next, int *) = (int)sink->length;
        break;
    case '%':
        put(sink, '%');
        break;
    default:
        __tp_unsupported("this conversion of printf");
    }
}

WEAK int tp_format(char *to, size_t size, const char *format, va_list arguments) {
    struct sink sink = {to, size, 0};
    struct conversion c;
    struct arguments all;
    va_copy(all.start, arguments);
    va_copy(all.next, arguments);
    while (*format) {
        if (*format != '%') {
            put(&sink, *format++);
        } else {
            format = parse_conversion(format + 1, &c, &all);
            put_conversion(&sink, &c, &all);
        }
    }
    va_end(all.next);
    va_end(all.start);
    if (size)
        to[sink.length < size ? sink.length : size - 1] = 0;
    return (int)sink.length;
}
