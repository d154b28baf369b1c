// Floating-point arithmetic and conversions.
#include <assert.h>

static volatile int vi = 5;
static volatile long vl = -7;
static volatile unsigned long vul = 0xfedcba9876543210ul;
static volatile double vd = 2.75;
static volatile float vf = -1.5f;

static void rounding(void) {
    assert(__builtin_elementwise_floor(vd) == 2 && __builtin_elementwise_ceil(vd) == 3);
    assert(__builtin_elementwise_trunc(vf) == -1 && __builtin_elementwise_floor(vf) == -2);
    assert(__builtin_elementwise_floor(-0.5) == -1 && __builtin_elementwise_ceil(-0.5) == 0);
    assert(__builtin_elementwise_roundeven(vf) == -2);
    assert(__builtin_elementwise_roundeven(vd - 0.25) == 2);
    assert(__builtin_elementwise_round(vd - 0.25) == 3);
}

static void roots(void) {
    assert(__builtin_elementwise_sqrt(vd * 4 - 2) == 3);
    volatile double two = 2, tiny = 1e-310;
    assert(__builtin_elementwise_sqrt(two) == 1.4142135623730951);
    double root = __builtin_elementwise_sqrt(tiny);
    assert(root > 0.9999999999e-155 && root < 1.0000000001e-155);
    volatile float two_float = 2;
    assert(__builtin_elementwise_sqrt(two_float) == 1.41421354f);
}

static void classes(void) {
    volatile double zero = 0;
    double infinity = 1 / zero, nothing = zero / zero;
    assert(__builtin_isnan(nothing) && !__builtin_isnan(vd));
    assert(__builtin_isinf(infinity) && !__builtin_isinf(vd) && !__builtin_isinf(nothing));
    assert(__builtin_isnormal(vd) && !__builtin_isnormal(zero));
    assert(__builtin_signbit(vf) && !__builtin_signbit(vd));
    assert(!(nothing == nothing) && nothing != nothing && !(nothing < 1) && !(nothing >= 1));
    assert(__builtin_copysign(vd, vf) == -2.75 && __builtin_fabs(vf) == 1.5);
    assert(__builtin_fmax(vd, nothing) == 2.75 && __builtin_fmin(nothing, vf) == -1.5);
}

int main(void) {
    assert((int)vd == 2 && (int)(vd * vf) == -4 && (float)vd == 2.75f);
    assert(vd > vf && !(vd < vf) && vd != vf && -vd == -2.75);
    assert((unsigned char)vd == 2 && (double)vi == 5.0 && (float)vl == -7.0f);
    assert((double)vul == 18364758544493064720.0 && (unsigned long)(vd * 1e18) == 2750000000000000000ul);
    assert(vd / 2 == 1.375 && vd - vf == 4.25 && (float)(vf * 3) == -4.5f);
    rounding();
    roots();
    classes();
    return 0;
}
