// printf's formatting: d i u x X o c s p f F e E g G n % with flags, width, precision and length.
// Floating point is exact to 16 digits; %a and long double are not supported.
#include "format.h"
#include <limits.h>
#include <stdlib.h>

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

enum { DIGITS = 17, FIELD = 350 };

// value = 0.d1 d2 d3... times 10 to the power `exponent`, with DIGITS digits.
static int decompose(double value, char *digits) {
    int exponent = 0;
    if (value == 0) {
        for (int i = 0; i < DIGITS; i++)
            digits[i] = '0';
        return 1;
    }
    while (value >= 1e17) {
        value /= 10;
        exponent++;
    }
    while (value < 1e16) {
        value *= 10;
        exponent--;
    }
    uint64_t integer = (uint64_t)value;
    for (int i = DIGITS; i--; integer /= 10)
        digits[i] = (char)('0' + integer % 10);
    return exponent + DIGITS;
}

// Rounds to `count` digits, halves to even; returns 1 if a digit was added in front ("99" to "100").
static int round_digits(char *digits, int count) {
    if (count >= DIGITS || count < 0)
        return 0;
    int rest = 0;
    for (int i = count + 1; i < DIGITS; i++)
        rest |= digits[i] != '0';
    int odd = count && (digits[count - 1] & 1);
    int up = digits[count] > '5' || (digits[count] == '5' && (rest || odd));
    for (int i = count; i < DIGITS; i++)
        digits[i] = '0';
    for (int i = count; up && i--;) {
        up = digits[i] == '9';
        digits[i] = up ? '0' : (char)(digits[i] + 1);
    }
    if (!up)
        return 0;
    for (int i = DIGITS - 1; i; i--)
        digits[i] = digits[i - 1];
    digits[0] = '1';
    return 1;
}

// d.ddde+xx
static int exponential(char *text, char *digits, int exponent, int precision, char letter) {
    int n = 0;
    exponent += round_digits(digits, precision + 1);
    text[n++] = digits[0];
    if (precision)
        text[n++] = '.';
    for (int i = 1; i <= precision; i++)
        text[n++] = i < DIGITS ? digits[i] : '0';
    int power = digits[0] == '0' ? 0 : exponent - 1;
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
static int fixed(char *text, char *digits, int exponent, int precision) {
    int n = 0;
    exponent += round_digits(digits, exponent + precision);
    for (int i = 0; i < exponent; i++)
        text[n++] = i < DIGITS ? digits[i] : '0';
    if (exponent <= 0)
        text[n++] = '0';
    if (precision)
        text[n++] = '.';
    for (int i = exponent; i < exponent + precision; i++)
        text[n++] = i >= 0 && i < DIGITS ? digits[i] : '0';
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

static int general(char *text, char *digits, int exponent, int precision, char letter, int keep_zeros) {
    precision = precision ? precision : 1;
    exponent += round_digits(digits, precision);
    if (exponent - 1 >= -4 && exponent - 1 < precision) {
        int n = fixed(text, digits, exponent, precision - exponent);
        return keep_zeros ? n : trim_zeros(text, n);
    }
    int n = exponential(text, digits, exponent, precision - 1, letter == 'g' ? 'e' : 'E');
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

static void put_double(struct sink *sink, const struct conversion *c, double value) {
    char digits[DIGITS], text[FIELD + 400];
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
    int precision = c->precision < 0 ? 6 : c->precision > FIELD ? FIELD : c->precision;
    int exponent = decompose(value, digits);
    int length;
    switch (c->letter | 32) {
    case 'f':
        length = fixed(text, digits, exponent, precision);
        break;
    case 'e':
        length = exponential(text, digits, exponent, precision, c->letter);
        break;
    default:
        length = general(text, digits, exponent, precision, c->letter, c->alternate);
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

WEAK const char *tp_parse_conversion(const char *s, struct conversion *c, va_list *arguments) {
    *c = (struct conversion){.width = 0, .precision = -1, .bytes = 4};
    s = parse_flags(s, c);
    if (*s == '*') {
        s++;
        c->width = va_arg(*arguments, int);
        if (c->width < 0) {
            c->minus = 1;
            c->width = -c->width;
        }
    } else {
        c->width = parse_number(&s);
    }
    if (*s == '.') {
        s++;
        if (*s == '*') {
            s++;
            c->precision = va_arg(*arguments, int);
        } else {
            c->precision = parse_number(&s);
        }
    }
    s = parse_length(s, c);
    c->letter = *s;
    return *s ? s + 1 : s;
}

static void put_conversion(struct sink *sink, struct conversion *c, va_list *arguments) {
    switch (c->letter) {
    case 'p': {
        c->bytes = 8;
        uint64_t address = va_arg(*arguments, uint64_t);
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
        put_integer(sink, c, c->bytes == 8 ? va_arg(*arguments, uint64_t) : va_arg(*arguments, unsigned));
        break;
    case 'c': {
        char byte = (char)va_arg(*arguments, int);
        put_field(sink, c, "", 0, &byte, 1);
        break;
    }
    case 's':
        put_string(sink, c, va_arg(*arguments, const char *));
        break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
        put_double(sink, c, va_arg(*arguments, double));
        break;
    case 'n':
        *va_arg(*arguments, int *) = (int)sink->length;
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
    va_list rest;
    va_copy(rest, arguments);
    while (*format) {
        if (*format != '%') {
            put(&sink, *format++);
        } else {
            format = tp_parse_conversion(format + 1, &c, &rest);
            put_conversion(&sink, &c, &rest);
        }
    }
    va_end(rest);
    if (size)
        to[sink.length < size ? sink.length : size - 1] = 0;
    return (int)sink.length;
}
