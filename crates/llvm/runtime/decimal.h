// Floating-point numbers from decimal digits, and their digits, both exactly: a number is a whole number times a power
// of two or of ten, and whole numbers of any length are written with digits to the base 2^32.
//
// Shorter ways (Grisu, Ryu, Eisel and Lemire) need tables, and this is run by an interpreter: what counts is the common
// short number, which has few digits here as well. All is inlined, so that the digits stay in local variables that
// nobody else can see.
#ifndef DECIMAL_H
#define DECIMAL_H

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

// Enough for 780 digits over 10^1125, and for all digits of any double.
enum { LIMBS = 128 };

struct whole {
    int length;
    uint32_t limb[LIMBS];
};

// a = a * factor + more
INLINE void whole_multiply(struct whole *a, uint32_t factor, uint32_t more) {
    uint64_t carry = more;
    for (int i = 0; i < a->length; i++, carry >>= 32) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
    }
    if (carry)
        a->limb[a->length++] = (uint32_t)carry;
}

// a = a / divisor; returns the rest.
INLINE uint32_t whole_divide(struct whole *a, uint32_t divisor) {
    uint64_t rest = 0;
    for (int i = a->length; i--;) {
        rest = rest << 32 | a->limb[i];
        a->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (a->length && !a->limb[a->length - 1])
        a->length--;
    return (uint32_t)rest;
}

INLINE void whole_shift_left(struct whole *a, int bits) {
    int limbs = bits / 32, part = bits % 32;
    if (!a->length || !bits)
        return;
    a->limb[a->length] = 0;
    for (int i = a->length; i >= 0; i--) {
        uint32_t below = part && i ? a->limb[i - 1] >> (32 - part) : 0;
        a->limb[i + limbs] = a->limb[i] << part | below;
    }
    for (int i = 0; i < limbs; i++)
        a->limb[i] = 0;
    a->length += limbs + 1;
    if (!a->limb[a->length - 1])
        a->length--;
}

INLINE int whole_bits(const struct whole *a) {
    return a->length ? 32 * a->length - __builtin_clz(a->limb[a->length - 1]) : 0;
}

INLINE int whole_is_less(const struct whole *a, const struct whole *b) {
    if (a->length != b->length)
        return a->length < b->length;
    int i = a->length - 1;
    while (i > 0 && a->limb[i] == b->limb[i])
        i--;
    return i >= 0 && a->limb[i] < b->limb[i];
}

INLINE void whole_subtract(struct whole *a, const struct whole *b) {
    int64_t borrow = 0;
    for (int i = 0; i < a->length; i++, borrow >>= 32) {
        borrow += (int64_t)a->limb[i] - (i < b->length ? b->limb[i] : 0);
        a->limb[i] = (uint32_t)borrow;
    }
    while (a->length && !a->limb[a->length - 1])
        a->length--;
}

INLINE int at_most_50(int n) { return n > 50 ? 50 : n; }

// The kind of number that is wanted: its bits, and the exponent of its smallest number above zero.
struct format_of_number {
    int bits, least;
};

// `leading` times 2^exponent, and a little more if `more`: to the nearest number of this kind, halves to even. The
// highest bit of `leading` is set.
INLINE double rounded_to(uint64_t leading, int more, int exponent, struct format_of_number kind) {
    int drop = 64 - kind.bits;
    if (exponent + drop < kind.least)
        drop = kind.least - exponent;
    if (drop > 64)
        return 0;
    uint64_t kept = drop == 64 ? 0 : leading >> drop;
    uint64_t rest = drop == 64 ? leading : leading << (64 - drop), half = UINT64_C(1) << 63;
    kept += rest > half || (rest == half && (more || (kept & 1)));
    double value = (double)kept;
    exponent += drop;
    // Each product is a number of this kind, if it is not too large, so no step rounds.
    for (; exponent > 0 && value < __builtin_inf(); exponent -= at_most_50(exponent))
        value *= (double)(UINT64_C(1) << at_most_50(exponent));
    for (; exponent < 0; exponent += at_most_50(-exponent))
        value /= (double)(UINT64_C(1) << at_most_50(-exponent));
    return value;
}

INLINE void whole_times_ten_to(struct whole *a, int power) {
    for (; power >= 9; power -= 9)
        whole_multiply(a, 1000000000, 0);
    uint32_t rest = 1;
    for (; power > 0; power--)
        rest *= 10;
    whole_multiply(a, rest, 0);
}

// digits times 10^exponent, to the nearest number of this kind. `digits` is not zero.
INLINE double whole_to_double(struct whole *digits, int exponent, struct format_of_number kind) {
    struct whole divisor = {1, {1}};
    if (exponent < 0)
        whole_times_ten_to(&divisor, -exponent);
    else
        whole_times_ten_to(digits, exponent);
    // The quotient of both is in [1, 2) then, times 2^shift.
    int shift = whole_bits(digits) - whole_bits(&divisor);
    if (shift < 0)
        whole_shift_left(digits, -shift);
    else
        whole_shift_left(&divisor, shift);
    if (whole_is_less(digits, &divisor)) {
        whole_shift_left(digits, 1);
        shift--;
    }
    uint64_t leading = 0;
    for (int bit = 63; bit >= 0 && digits->length; bit--) {
        if (!whole_is_less(digits, &divisor)) {
            whole_subtract(digits, &divisor);
            leading |= UINT64_C(1) << bit;
        }
        whole_shift_left(digits, 1);
    }
    return rounded_to(leading, digits->length != 0, shift - 63, kind);
}

// All digits of a number that is finite and above zero, from the first that is not zero; the number is
// 0.d1 d2 d3... times 10^exponent. Returns how many there are.
enum { MOST_DIGITS = 780 };
INLINE int all_digits(double value, char *digits, int *exponent) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    int power = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    if (power)
        mantissa |= UINT64_C(1) << 52;
    else
        power = 1;
    power -= 1075;
    int zeros = __builtin_ctzll(mantissa);
    mantissa >>= zeros;
    power += zeros;
    struct whole a = {mantissa >> 32 ? 2 : 1, {(uint32_t)mantissa, (uint32_t)(mantissa >> 32)}};
    // m 2^-k is m 5^k over 10^k.
    int point = 0;
    if (power >= 0) {
        whole_shift_left(&a, power);
    } else {
        point = -power;
        for (int left = point; left; left -= left < 13 ? left : 13) {
            uint32_t factor = 1;
            for (int i = 0; i < 13 && i < left; i++)
                factor *= 5;
            whole_multiply(&a, factor, 0);
        }
    }
    // From the last digit on, to the end of the room.
    int first = MOST_DIGITS;
    while (a.length) {
        uint32_t nine = whole_divide(&a, 1000000000);
        for (int i = 0; i < 9 && (a.length || nine); i++, nine /= 10)
            digits[--first] = (char)('0' + nine % 10);
    }
    int count = MOST_DIGITS - first;
    for (int i = 0; i < count; i++)
        digits[i] = digits[first + i];
    *exponent = count - point;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    return count;
}

#endif
