// <math.h>, and the absolute value of <complex.h>. What has an exact result (roots, remainders, rounding, scaling) is exact; the others are
// right to about 15 digits, and exact where the result is a small whole number.
#include "tp.h"
#include <limits.h>
#include <math.h>

double __tp_lib_sqrt(double x);

static const double LN2_HIGH = 0x1.62e42fee00000p-1, LN2_LOW = 0x1.a39ef35793c76p-33;
static const double PI = 0x1.921fb54442d18p+1;

static double not_a_number(void) { return __builtin_nan(""); }
static double infinity(int negative) { return negative ? -__builtin_inf() : __builtin_inf(); }
static double magnitude(double x) { return x < 0 ? -x : x; }

static double scale(double x, int exponent) {
    for (; exponent > 1000; exponent -= 1000)
        x *= 0x1p1000;
    for (; exponent < -1000; exponent += 1000)
        x *= 0x1p-1000;
    for (double two = exponent < 0 ? 0.5 : 2; exponent; exponent /= 2, two *= two)
        if (exponent % 2)
            x *= two;
    return x;
}

// x as a number of [0.5, 1) times a power of 2; x is finite and not 0.
static double split(double x, int *exponent) {
    *exponent = 0;
    double m = magnitude(x);
    for (; m >= 0x1p32; *exponent += 32)
        m *= 0x1p-32;
    for (; m < 0x1p-32; *exponent -= 32)
        m *= 0x1p32;
    for (; m >= 1; ++*exponent)
        m /= 2;
    for (; m < 0.5; --*exponent)
        m *= 2;
    return x < 0 ? -m : m;
}

static int is_whole(double x) { return __builtin_trunc(x) == x; }

// The rest of a division, as subtraction would leave it: each step is exact.
static double rest(double x, double y) {
    double a = magnitude(x), b = magnitude(y);
    if (x != x || y != y || a == infinity(0) || b == 0)
        return not_a_number();
    if (b == infinity(0))
        return x;
    while (a >= b) {
        int ea, eb;
        split(a, &ea);
        split(b, &eb);
        double step = scale(b, ea - eb);
        if (step > a)
            step /= 2;
        a -= step;
    }
    return __builtin_copysign(a, x);
}

// exp(x) is 2^k exp(r) with a small r, whose series ends quickly.
static double exponential(double x) {
    if (x != x || x == infinity(0))
        return x;
    if (x > 709.8)
        return infinity(0);
    if (x < -745.2)
        return 0;
    double k = __builtin_rint(x / (LN2_HIGH + LN2_LOW));
    double r = x - k * LN2_HIGH - k * LN2_LOW, sum = 1;
    for (int n = 18; n > 0; n--)
        sum = 1 + sum * r / n;
    return scale(sum, (int)k);
}

// exp(x) - 1, where the difference would lose digits from its own series.
static double exponential_less_1(double x) {
    if (!(magnitude(x) < 0.5))
        return exponential(x) - 1;
    double sum = 1;
    for (int n = 18; n > 1; n--)
        sum = 1 + sum * x / n;
    return sum * x;
}

// Twice the area tangent of a small number.
static double area_tangent_twice(double s) {
    double square = s * s, sum = 0;
    for (int n = 25; n > 0; n -= 2)
        sum = sum * square + 1.0 / n;
    return 2 * s * sum;
}

// ln(m 2^e) with m near 1 is e ln 2 plus twice the area tangent of (m-1)/(m+1).
static double logarithm(double x) {
    if (x != x || x == infinity(0))
        return x;
    if (x == 0)
        return infinity(1);
    if (x < 0)
        return not_a_number();
    int e;
    double m = split(x, &e);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        e--;
    }
    return e * LN2_HIGH + (e * LN2_LOW + area_tangent_twice((m - 1) / (m + 1)));
}

static double logarithm_of_1_plus(double x) {
    if (magnitude(x) < 0x1p-60)
        return x;
    return magnitude(x) < 0.25 ? area_tangent_twice(x / (2 + x)) : logarithm(1 + x);
}

static double whole_power(double x, double y) {
    double result = 1, n = magnitude(y);
    for (; n >= 1; n = __builtin_trunc(n / 2), x *= x)
        if (rest(n, 2) == 1)
            result *= x;
    return y < 0 ? 1 / result : result;
}

// A number and what is missing to the exact one: twice the digits (Dekker, A floating-point technique for extending the
// available precision).
struct precise {
    double value, missing;
};

static struct precise product(double a, double b) {
    double factor = 0x1p27 + 1, a_high = a * factor - (a * factor - a), b_high = b * factor - (b * factor - b);
    double a_low = a - a_high, b_low = b - b_high, value = a * b;
    return (struct precise){value, a_high * b_high - value + a_high * b_low + a_low * b_high + a_low * b_low};
}

// ln(m 2^e), with m near 1.
static struct precise precise_logarithm(double m, int e) {
    double s = (m - 1) / (m + 1), square = s * s, sum = 0;
    for (int n = 25; n > 1; n -= 2)
        sum = sum * square + 1.0 / n;
    // The rest of the division, and of m + 1.
    struct precise back = product(s, m + 1);
    double rounded = m - (m + 1 - 1);
    double missing = (m - 1 - back.value - back.missing - s * rounded) / (m + 1);
    double first = e * LN2_HIGH, second = 2 * s, value = first + second;
    double part = value - first, lost = first - (value - part) + (second - part);
    lost += e * LN2_LOW + 2 * missing + 2 * s * square * sum;
    return (struct precise){value + lost, lost - (value + lost - value)};
}

// x^y for an x above 0.
static double any_power(double x, double y) {
    int e;
    double m = split(x, &e);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        e--;
    }
    // Larger exponents lead to 0 or infinity, if they do not belong to 1.
    double rough = y * logarithm(x);
    if (!(magnitude(rough) < 800))
        return exponential(rough);
    struct precise log = precise_logarithm(m, e), exponent;
    exponent = magnitude(y) < 0x1p900 ? product(y, log.value) : (struct precise){y * log.value, 0};
    return exponential(exponent.value) * (1 + (exponent.missing + y * log.missing));
}

// Is x^y a number that repeated multiplication finds without rounding, or with a few roundings only? y is whole.
static int multiplies(double x, double y) {
    return magnitude(y) < 16 || (is_whole(x) && y > 0 && y < 64 && magnitude(whole_power(x, y)) < 0x1p53);
}

static double power(double x, double y) {
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return not_a_number();
    if (x < 0 && !is_whole(y) && x != infinity(1))
        return not_a_number();
    // Added to a negative zero, a zero is positive.
    if (y == 0.5 && x >= 0)
        return __tp_lib_sqrt(x) + 0.0;
    if (is_whole(y) && multiplies(x, y))
        return whole_power(x, y);
    double a = magnitude(x);
    int e, is_negative = x < 0 && is_whole(y) && magnitude(rest(y, 2)) == 1;
    double result;
    if (a == 0 || a == infinity(0))
        result = (a == 0) == (y < 0) ? infinity(0) : 0;
    else if (a == 1)
        result = 1;
    else if (magnitude(y) == infinity(0))
        result = (a > 1) == (y > 0) ? infinity(0) : 0;
    else if (is_whole(y) && magnitude(y) < 0x1p20 && magnitude(split(a, &e)) == 0.5)
        result = scale(1, (e - 1) * (int)y < -3000 ? -3000 : (e - 1) * (int)y > 3000 ? 3000 : (e - 1) * (int)y);
    else
        result = any_power(a, y);
    is_negative |= x == 0 && __builtin_signbit(x) && is_whole(y) && magnitude(rest(y, 2)) == 1;
    return is_negative ? -result : result;
}

static double power_of_2(double x) {
    double k = __builtin_rint(x);
    if (!(magnitude(x) < 1100))
        return exponential(x);
    return scale(exponential((x - k) * (LN2_HIGH + LN2_LOW)), (int)k);
}

// The nearest whole number instead of `x`, if `exact` says that it is the result.
#define ROUNDED_IF(x, exact)                                                                      \
    do {                                                                                          \
        double n = __builtin_rint(x);                                                             \
        if (exact)                                                                                \
            return n;                                                                             \
    } while (0)

static double logarithm_10(double x) {
    double result = logarithm(x) / 2.302585092994045684;
    if (magnitude(result) < 400)
        ROUNDED_IF(result, n >= 0 && n < 23 && whole_power(10, n) == x);
    return result;
}

static double logarithm_2(double x) {
    int e;
    if (!(x > 0) || x == infinity(0))
        return logarithm(x);
    double m = split(x, &e);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        e--;
    }
    return e + logarithm(m) / (LN2_HIGH + LN2_LOW);
}

static double cube_root(double x) {
    if (x == 0 || x != x || magnitude(x) == infinity(0))
        return x;
    int e;
    double a = split(magnitude(x), &e);
    for (; e % 3; e--)
        a *= 2;
    double root = exponential(logarithm(a) / 3);
    root -= (root * root * root - a) / (3 * root * root);
    root = scale(x < 0 ? -root : root, e / 3);
    ROUNDED_IF(root, n * n * n == x);
    return root;
}

// Sine of x, or with a quarter of a turn added: its cosine.
static double sine(double x, int quarter) {
    if (x != x || magnitude(x) == infinity(0))
        return not_a_number();
    if (magnitude(x) > 0x1p20)
        __tp_unsupported("the sine of so large a number");
    double k = __builtin_rint(x / (PI / 2));
    double r = x - k * 0x1.921fb54400000p+0 - k * 0x1.0b4611a600000p-34 - k * 0x1.3198a2e037073p-69;
    int turn = (int)rest(k + quarter, 4);
    if (turn < 0)
        turn += 4;
    double square = r * r, sum = 1;
    for (int n = turn % 2 ? 24 : 25; n > 1; n -= 2)
        sum = 1 - sum * square / (n * (n - 1));
    double result = turn % 2 ? sum : sum * r;
    return turn >= 2 ? -result : result;
}

// Half the angle twice, then the series.
static double arc_tangent(double x) {
    if (x != x)
        return x;
    if (magnitude(x) == infinity(0))
        return x < 0 ? -PI / 2 : PI / 2;
    if (magnitude(x) > 1)
        return (x < 0 ? -PI / 2 : PI / 2) - arc_tangent(1 / x);
    for (int i = 0; i < 2; i++)
        x = x / (1 + __tp_lib_sqrt(1 + x * x));
    double square = x * x, sum = 0;
    for (int n = 33; n > 0; n -= 2)
        sum = 1.0 / n - sum * square;
    return 4 * x * sum;
}

static double angle(double y, double x) {
    if (x > 0)
        return arc_tangent(y / x);
    if (x < 0 || __builtin_signbit(x)) {
        double half = __builtin_copysign(PI, y);
        return y == 0 ? half : x == 0 ? half / 2 : half + arc_tangent(y / x);
    }
    return y == 0 ? y : __builtin_copysign(PI / 2, y);
}

static double hypotenuse(double x, double y) {
    x = magnitude(x);
    y = magnitude(y);
    double large = x > y ? x : y, small = x > y ? y : x;
    if (large == infinity(0) || small == 0)
        return large + small;
    int e;
    split(large, &e);
    x = scale(large, -e);
    y = scale(small, -e);
    return scale(__tp_lib_sqrt(x * x + y * y), e);
}

static double arc_sine(double x) { return angle(x, __tp_lib_sqrt((1 - x) * (1 + x))); }
static double arc_cosine(double x) { return angle(__tp_lib_sqrt((1 - x) * (1 + x)), x); }
static double tangent(double x) { return sine(x, 0) / sine(x, 1); }
// exp(x)/2 for an x of any size.
static double half_exponential(double x) { return exponential(x / 2) / 2 * exponential(x / 2); }
static double hyperbolic_sine(double x) {
    double less = exponential_less_1(magnitude(x));
    double result = magnitude(x) > 40 ? half_exponential(magnitude(x)) : (less + less / (1 + less)) / 2;
    return __builtin_copysign(result, x);
}
static double hyperbolic_cosine(double x) {
    x = magnitude(x);
    return x > 40 ? half_exponential(x) : (exponential(x) + exponential(-x)) / 2;
}
static double hyperbolic_tangent(double x) {
    if (magnitude(x) > 20)
        return x < 0 ? -1 : 1;
    double less = exponential_less_1(2 * x);
    return x == 0 ? x : less / (less + 2);
}
static double area_sine(double x) {
    double a = magnitude(x);
    double result = a > 0x1p28 ? logarithm(a) + LN2_HIGH + LN2_LOW
                               : logarithm_of_1_plus(a + a * a / (1 + __tp_lib_sqrt(a * a + 1)));
    return __builtin_copysign(result, x);
}
static double area_cosine(double x) {
    if (x < 1)
        return not_a_number();
    double more = x - 1;
    return x > 0x1p28 ? logarithm(x) + LN2_HIGH + LN2_LOW
                      : logarithm_of_1_plus(more + __tp_lib_sqrt(2 * more + more * more));
}
static double area_tangent(double x) {
    double a = magnitude(x);
    return a > 1 ? not_a_number() : __builtin_copysign(logarithm_of_1_plus(2 * a / (1 - a)) / 2, x);
}

// exp(-x^2): the square is cut into two numbers, the first of which is exact.
static double bell(double x) {
    double high = (float)x;
    return exponential(-high * high) * exponential((high - x) * (high + x));
}

static const double ROOT_OF_PI = 0x1.c5bf891b4ef6bp+0;

static double error_function_complement(double x);

// A series without differences (Abramowitz and Stegun, 7.1.6).
static double error_function(double x) {
    double a = magnitude(x);
    if (!(a < 6))
        return x != x ? x : __builtin_copysign(1, x);
    if (a > 2)
        return __builtin_copysign(1 - error_function_complement(a), x);
    double term = a, sum = a;
    for (int n = 1; term > sum * 0x1p-60; n++) {
        term *= 2 * a * a / (2 * n + 1);
        sum += term;
    }
    return a == 0 ? x : __builtin_copysign(2 / ROOT_OF_PI * bell(a) * sum, x);
}

// A continued fraction where the difference would lose digits (Abramowitz and Stegun, 7.1.14).
static double error_function_complement(double x) {
    if (!(x > 1))
        return 1 - error_function(x);
    if (x > 27.5)
        return 0;
    double fraction = x;
    for (int n = 300; n > 0; n--)
        fraction = x + n / 2.0 / fraction;
    return bell(x) / (ROOT_OF_PI * fraction);
}

// x - n y with n the nearest whole number to x/y, halves to even; also the last three bits of n.
static double nearest_rest(double x, double y, int *quotient) {
    double a = magnitude(x), b = magnitude(y);
    int n = 0;
    *quotient = 0;
    if (x != x || y != y || a == infinity(0) || b == 0)
        return not_a_number();
    if (b == infinity(0))
        return x;
    if (b <= 0x1p1020)
        a = rest(a, 8 * b);
    for (int bits = 4; bits; bits /= 2)
        if (a / bits >= b) {
            a -= bits * b;
            n += bits;
        }
    // a < b. Is it more than a half of b? The difference is exact.
    double left = b - a;
    if (left < a || (left == a && n % 2)) {
        a = -left;
        n++;
    }
    n &= 7;
    *quotient = __builtin_signbit(x) != __builtin_signbit(y) ? -n : n;
    return a == 0 ? __builtin_copysign(0, x) : __builtin_signbit(x) ? -a : a;
}
static double ieee_rest(double x, double y) {
    int quotient;
    return nearest_rest(x, y, &quotient);
}

static int exponent_of(double x) {
    int e;
    if (x == 0 || x != x)
        return FP_ILOGB0;
    if (magnitude(x) == infinity(0))
        return INT_MAX;
    split(x, &e);
    return e - 1;
}
static double exponent_as_number(double x) {
    if (x == 0)
        return infinity(1);
    return x != x ? x : magnitude(x) == infinity(0) ? infinity(0) : exponent_of(x);
}

// Numbers of one sign are in the order of their bits.
#define NEXT(name, type, bits_type)                                                               \
    WEAK type name(type x, type y) {                                                              \
        bits_type bits;                                                                           \
        if (x != x || y != y)                                                                     \
            return x + y;                                                                         \
        if (x == y)                                                                               \
            return y;                                                                             \
        __builtin_memcpy(&bits, &x, sizeof bits);                                                 \
        if (x == 0)                                                                               \
            bits = 1 | (bits_type)(y < 0) << (8 * sizeof bits - 1);                               \
        else if ((x < y) == (x > 0))                                                              \
            bits++;                                                                               \
        else                                                                                      \
            bits--;                                                                               \
        __builtin_memcpy(&x, &bits, sizeof bits);                                                 \
        return x;                                                                                 \
    }
NEXT(nextafter, double, uint64_t)
NEXT(nextafterf, float, uint32_t)

#define ONE(name, model)                                                                          \
    WEAK double name(double x) { return model; }                                                  \
    WEAK float name##f(float value) {                                                             \
        double x = value;                                                                         \
        return (float)(model);                                                                    \
    }
#define TWO(name, model)                                                                          \
    WEAK double name(double x, double y) { return model; }                                        \
    WEAK float name##f(float first, float second) {                                               \
        double x = first, y = second;                                                             \
        return (float)(model);                                                                    \
    }
ONE(sqrt, __tp_lib_sqrt(x))
ONE(cbrt, cube_root(x))
ONE(exp, exponential(x))
ONE(exp2, power_of_2(x))
ONE(expm1, exponential_less_1(x))
ONE(log, logarithm(x))
ONE(log1p, logarithm_of_1_plus(x))
ONE(log2, logarithm_2(x))
ONE(log10, logarithm_10(x))
ONE(sin, sine(x, 0))
ONE(cos, sine(x, 1))
ONE(tan, tangent(x))
ONE(asin, arc_sine(x))
ONE(acos, arc_cosine(x))
ONE(atan, arc_tangent(x))
ONE(sinh, hyperbolic_sine(x))
ONE(cosh, hyperbolic_cosine(x))
ONE(tanh, hyperbolic_tangent(x))
ONE(asinh, area_sine(x))
ONE(acosh, area_cosine(x))
ONE(atanh, area_tangent(x))
ONE(erf, error_function(x))
ONE(erfc, error_function_complement(x))
ONE(logb, exponent_as_number(x))
ONE(fabs, magnitude(x))
ONE(floor, __builtin_floor(x))
ONE(ceil, __builtin_ceil(x))
ONE(trunc, __builtin_trunc(x))
ONE(round, __builtin_round(x))
ONE(rint, __builtin_rint(x))
ONE(nearbyint, __builtin_rint(x))
TWO(pow, power(x, y))
TWO(fmod, rest(x, y))
TWO(remainder, ieee_rest(x, y))
TWO(drem, ieee_rest(x, y))
TWO(atan2, x != x || y != y ? not_a_number() : angle(x, y))
TWO(hypot, hypotenuse(x, y))
TWO(fdim, x > y ? x - y : 0)
TWO(fmin, y != y || x < y ? x : y)
TWO(fmax, y != y || x > y ? x : y)

// For the front end: functions that LLVM has instructions for.
#define INSTRUCTION(name, model)                                                                  \
    WEAK double __tp_lib_##name(double x) { return model; }                                       \
    WEAK float __tp_lib_##name##f(float value) {                                                  \
        double x = value;                                                                         \
        return (float)(model);                                                                    \
    }
INSTRUCTION(exp, exponential(x))
INSTRUCTION(exp2, power_of_2(x))
INSTRUCTION(log, logarithm(x))
INSTRUCTION(log2, logarithm_2(x))
INSTRUCTION(log10, logarithm_10(x))
INSTRUCTION(sin, sine(x, 0))
INSTRUCTION(cos, sine(x, 1))
INSTRUCTION(tan, tangent(x))
WEAK double __tp_lib_pow(double x, double y) { return power(x, y); }
WEAK float __tp_lib_powf(float x, float y) { return (float)power(x, y); }
WEAK double __tp_lib_powi(double x, int n) {
    double product = 1;
    for (unsigned rest = n < 0 ? 0u - (unsigned)n : (unsigned)n; rest; rest >>= 1, x *= x)
        if (rest & 1)
            product *= x;
    return n < 0 ? 1 / product : product;
}
WEAK float __tp_lib_powif(float x, int n) { return (float)__tp_lib_powi(x, n); }

#define WHOLE(name, type, rounded)                                                                \
    WEAK type name(double x) { return (type)rounded(x); }                                         \
    WEAK type name##f(float x) { return (type)rounded(x); }
WHOLE(lround, long, __builtin_round)
WHOLE(llround, long long, __builtin_round)
WHOLE(lrint, long, __builtin_rint)
WHOLE(llrint, long long, __builtin_rint)

WEAK int ilogb(double x) { return exponent_of(x); }
WEAK int ilogbf(float x) { return exponent_of(x); }
WEAK double remquo(double x, double y, int *quotient) { return nearest_rest(x, y, quotient); }
WEAK float remquof(float x, float y, int *quotient) { return (float)nearest_rest(x, y, quotient); }

#define SCALED(name, type)                                                                        \
    WEAK double name(double x, type exponent) { return scale(x, within_int(exponent)); }          \
    WEAK float name##f(float x, type exponent) { return (float)scale(x, within_int(exponent)); }
static int within_int(long n) { return n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n; }
SCALED(ldexp, int)
SCALED(scalbn, int)
SCALED(scalbln, long)

static double fraction(double x, int *exponent) {
    *exponent = 0;
    return x == 0 || x != x || magnitude(x) == infinity(0) ? x : split(x, exponent);
}
WEAK double frexp(double x, int *exponent) { return fraction(x, exponent); }
WEAK float frexpf(float x, int *exponent) { return (float)fraction(x, exponent); }

// What stands behind the point.
WEAK double __tp_lib_modf(double x) {
    return magnitude(x) == infinity(0) ? __builtin_copysign(0, x) : __builtin_copysign(x - __builtin_trunc(x), x);
}
WEAK float __tp_lib_modff(float x) { return (float)__tp_lib_modf(x); }
WEAK double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return __tp_lib_modf(x);
}
WEAK float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    return (float)__tp_lib_modf(x);
}
WEAK double copysign(double x, double y) { return __builtin_copysign(x, y); }
WEAK float copysignf(float x, float y) { return __builtin_copysignf(x, y); }

WEAK double cabs(double _Complex z) { return hypotenuse(__real__ z, __imag__ z); }
WEAK double carg(double _Complex z) { return angle(__imag__ z, __real__ z); }
WEAK float cabsf(float _Complex z) { return (float)hypotenuse(__real__ z, __imag__ z); }
WEAK float cargf(float _Complex z) { return (float)angle(__imag__ z, __real__ z); }
