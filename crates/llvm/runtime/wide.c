// Arithmetic on 128 bits that is too long to be written out at each place: numbers come as their lower and
// upper halves, and results are asked for by halves.
#include "tp.h"

struct wide {
    uint64_t low, high;
};

WEAK uint64_t __tp_lib_mul_high(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static struct wide negated(struct wide a) {
    uint64_t low = -a.low;
    return (struct wide){low, ~a.high + (low == 0)};
}

static int is_negative(struct wide a) { return (int64_t)a.high < 0; }

// Quotient and remainder, bit by bit. The divisor is not zero.
static void divide(struct wide a, struct wide b, struct wide *quotient, struct wide *remainder) {
    struct wide q = {0, 0}, r = {0, 0};
    for (int at = 127; at >= 0; at--) {
        uint64_t bit = (at < 64 ? a.low >> at : a.high >> (at - 64)) & 1;
        // The remainder is below the divisor: the bit that doubling pushes out tells that it is no more.
        uint64_t out = r.high >> 63;
        r = (struct wide){r.low << 1 | bit, r.high << 1 | r.low >> 63};
        if (out || r.high > b.high || (r.high == b.high && r.low >= b.low)) {
            r = (struct wide){r.low - b.low, r.high - b.high - (r.low < b.low)};
            if (at < 64)
                q.low |= UINT64_C(1) << at;
            else
                q.high |= UINT64_C(1) << (at - 64);
        }
    }
    *quotient = q;
    *remainder = r;
}

static uint64_t half(struct wide a, uint64_t upper) { return upper ? a.high : a.low; }

WEAK uint64_t __tp_lib_udiv_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1, uint64_t upper) {
    struct wide quotient, remainder;
    divide((struct wide){a0, a1}, (struct wide){b0, b1}, &quotient, &remainder);
    return half(quotient, upper);
}
WEAK uint64_t __tp_lib_urem_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1, uint64_t upper) {
    struct wide quotient, remainder;
    divide((struct wide){a0, a1}, (struct wide){b0, b1}, &quotient, &remainder);
    return half(remainder, upper);
}

static void divide_signed(struct wide a, struct wide b, struct wide *quotient, struct wide *remainder) {
    int a_negative = is_negative(a), b_negative = is_negative(b);
    divide(a_negative ? negated(a) : a, b_negative ? negated(b) : b, quotient, remainder);
    if (a_negative != b_negative)
        *quotient = negated(*quotient);
    if (a_negative)
        *remainder = negated(*remainder);
}
WEAK uint64_t __tp_lib_sdiv_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1, uint64_t upper) {
    struct wide quotient, remainder;
    divide_signed((struct wide){a0, a1}, (struct wide){b0, b1}, &quotient, &remainder);
    return half(quotient, upper);
}
WEAK uint64_t __tp_lib_srem_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1, uint64_t upper) {
    struct wide quotient, remainder;
    divide_signed((struct wide){a0, a1}, (struct wide){b0, b1}, &quotient, &remainder);
    return half(remainder, upper);
}

WEAK int __tp_lib_umul_overflows_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1) {
    if (a1 && b1)
        return 1;
    // One of them fits into a word. What it makes of the other's upper half has to fit there, with the carry from below.
    uint64_t upper = a1 ? a1 : b1, word = a1 ? b0 : a0;
    uint64_t sum = upper * word;
    return __tp_lib_mul_high(upper, word) || sum + __tp_lib_mul_high(a0, b0) < sum;
}
WEAK int __tp_lib_smul_overflows_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1) {
    struct wide a = {a0, a1}, b = {b0, b1};
    int negative = is_negative(a) != is_negative(b);
    a = is_negative(a) ? negated(a) : a;
    b = is_negative(b) ? negated(b) : b;
    if (__tp_lib_umul_overflows_128(a.low, a.high, b.low, b.high))
        return 1;
    uint64_t low = a.low * b.low;
    uint64_t high = __tp_lib_mul_high(a.low, b.low) + a.high * b.low + a.low * b.high;
    const uint64_t sign = UINT64_C(1) << 63;
    return negative ? high > sign || (high == sign && low) : high >= sign;
}

// The 64 leading bits of a number with a non-zero upper half, the last of them set if bits are lost: so rounding them
// rounds the number. `scale` is 2 to the number of bits that were shifted out.
static uint64_t leading(struct wide a, double *scale) {
    *scale = 1;
    while (a.high) {
        a = (struct wide){a.low >> 1 | a.high << 63 | (a.low & 1), a.high >> 1};
        *scale *= 2;
    }
    return a.low;
}

WEAK double __tp_lib_double_128(uint64_t low, uint64_t high, uint64_t is_signed) {
    struct wide a = {low, high};
    int negative = is_signed && is_negative(a);
    double scale, result = (double)leading(negative ? negated(a) : a, &scale);
    return (negative ? -result : result) * scale;
}
WEAK float __tp_lib_float_128(uint64_t low, uint64_t high, uint64_t is_signed) {
    struct wide a = {low, high};
    int negative = is_signed && is_negative(a);
    double scale;
    float result = (float)leading(negative ? negated(a) : a, &scale);
    return (negative ? -result : result) * (float)scale;
}
