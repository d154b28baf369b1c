// What LLVM's intrinsics mean, where that is more than a few instructions.
//
// Calls of these functions are made by the lowering (crates/llvm/src/lower); their names end in
// that of the intrinsic. They work on 64 bits; the lowering adapts narrower operands.

#include <stdint.h>

#define LIBRARY __attribute__((weak))

LIBRARY uint64_t __tp_lib_ctpop(uint64_t x) {
    uint64_t count = 0;
    for (; x != 0; x &= x - 1)
        count++;
    return count;
}

// 64 for zero.
LIBRARY uint64_t __tp_lib_ctlz(uint64_t x) {
    uint64_t count = 64;
    for (; x != 0; x >>= 1)
        count--;
    return count;
}

// 64 for zero.
LIBRARY uint64_t __tp_lib_cttz(uint64_t x) {
    uint64_t count = 0;
    for (; count < 64 && (x & 1) == 0; x >>= 1)
        count++;
    return count;
}

LIBRARY uint64_t __tp_lib_bswap(uint64_t x) {
    uint64_t result = 0;
    for (int i = 0; i < 8; i++, x >>= 8)
        result = result << 8 | (x & 0xff);
    return result;
}

LIBRARY uint64_t __tp_lib_bitreverse(uint64_t x) {
    uint64_t result = 0;
    for (int i = 0; i < 64; i++, x >>= 1)
        result = result << 1 | (x & 1);
    return result;
}

LIBRARY int __tp_lib_umul_overflows(uint64_t a, uint64_t b) {
    return a != 0 && a * b / a != b;
}

LIBRARY int __tp_lib_smul_overflows(int64_t a, int64_t b) {
    if (a == 0 || b == 0)
        return 0;
    if (a == -1)
        return b == INT64_MIN;
    if (b == -1)
        return a == INT64_MIN;
    int64_t product = (int64_t)((uint64_t)a * (uint64_t)b);
    return product / b != a;
}

static uint64_t bits_of(double x) {
    union { double value; uint64_t bits; } u = {.value = x};
    return u.bits;
}

static double double_of(uint64_t bits) {
    union { uint64_t bits; double value; } u = {.bits = bits};
    return u.value;
}

#define FRACTION_BITS 52
#define FRACTION ((UINT64_C(1) << FRACTION_BITS) - 1)
#define SIGN (UINT64_C(1) << 63)

static int exponent_of(uint64_t bits) {
    return (int)(bits >> FRACTION_BITS & 0x7ff) - 1023;
}

LIBRARY double __tp_lib_trunc(double x) {
    uint64_t bits = bits_of(x);
    int exponent = exponent_of(bits);
    if (exponent >= FRACTION_BITS)
        return x;
    if (exponent < 0)
        return double_of(bits & SIGN);
    return double_of(bits & ~(FRACTION >> exponent));
}

LIBRARY double __tp_lib_floor(double x) {
    double whole = __tp_lib_trunc(x);
    return x < whole ? whole - 1 : whole;
}

LIBRARY double __tp_lib_ceil(double x) {
    double whole = __tp_lib_trunc(x);
    if (!(x > whole))
        return whole;
    // A negative number above -1 becomes minus zero in trunc already.
    return whole + 1;
}

// Halves away from zero.
LIBRARY double __tp_lib_round(double x) {
    double whole = __tp_lib_trunc(x);
    double rest = x - whole;
    if (rest >= 0.5)
        return whole + 1;
    if (rest <= -0.5)
        return whole - 1;
    return whole;
}

// Halves to even.
LIBRARY double __tp_lib_rint(double x) {
    uint64_t sign = bits_of(x) & SIGN;
    if (exponent_of(bits_of(x)) >= FRACTION_BITS)
        return x;
    double magnitude = double_of(bits_of(x) & ~SIGN);
    double large = 4503599627370496.0; // 2 to the 52nd: no room for a fraction
    double rounded = magnitude + large - large;
    return double_of(bits_of(rounded) | sign);
}

// Digit by digit, with one digit more than the result has to round it correctly.
LIBRARY double __tp_lib_sqrt(double x) {
    uint64_t bits = bits_of(x);
    if (x != x || x == 0 || bits == UINT64_C(0x7ff) << FRACTION_BITS)
        return x;
    if (x < 0)
        return double_of(UINT64_C(0x7ff8) << 48);
    int exponent = exponent_of(bits);
    uint64_t fraction = bits & FRACTION;
    if (exponent == -1023) {
        exponent++;
        for (; (fraction >> FRACTION_BITS) == 0; exponent--)
            fraction <<= 1;
    } else {
        fraction |= UINT64_C(1) << FRACTION_BITS;
    }
    if (exponent & 1)
        fraction <<= 1;
    exponent >>= 1;
    uint64_t root = 0, rest = 0;
    fraction <<= 10; // two bits left of the point, then digit pairs
    for (int i = 0; i < FRACTION_BITS + 2; i++) {
        rest = rest << 2 | fraction >> 62;
        fraction <<= 2;
        uint64_t next = root << 2 | 1;
        root <<= 1;
        if (rest >= next) {
            rest -= next;
            root |= 1;
        }
    }
    // The root has FRACTION_BITS + 2 digits; a rest means that it is a little more.
    uint64_t rounded = (root >> 1) + (root & 1 && (rest != 0 || root & 2));
    return double_of(((uint64_t)(exponent + 1023) << FRACTION_BITS) + (rounded - (UINT64_C(1) << FRACTION_BITS)));
}

// `mask` is that of LLVM's `is.fpclass`.
static int has_class(int negative, int exponent_is_zero, int exponent_is_full, int quiet, int fraction,
                     unsigned mask) {
    if (exponent_is_full && fraction)
        return (mask >> (quiet ? 1 : 0) & 1) != 0;
    int positive_class = exponent_is_full ? 9 : !exponent_is_zero ? 8 : fraction ? 7 : 6;
    int class = negative ? 11 - positive_class : positive_class;
    return (mask >> class & 1) != 0;
}

LIBRARY int __tp_lib_is_fpclass_f64(uint64_t bits, unsigned mask) {
    uint64_t exponent = bits >> 52 & 0x7ff;
    return has_class((int)(bits >> 63), exponent == 0, exponent == 0x7ff, (int)(bits >> 51 & 1),
                     (bits & FRACTION) != 0, mask);
}

LIBRARY int __tp_lib_is_fpclass_f32(uint32_t bits, unsigned mask) {
    uint32_t exponent = bits >> 23 & 0xff;
    return has_class((int)(bits >> 31), exponent == 0, exponent == 0xff, (int)(bits >> 22 & 1),
                     (bits & 0x7fffff) != 0, mask);
}
