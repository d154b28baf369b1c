// <math.h>: small arguments lose no digits; the neighbours and the parts of numbers are exact.
// case: --algorithm optimal => verified complete=1 blocked=0
#include <assert.h>
#include <complex.h>
#include <limits.h>
#include <math.h>

static int is_near(double value, double exact) { return fabs(value - exact) <= 4e-15 * fabs(exact); }

int main(void) {
    assert(is_near(expm1(1e-5), 1.0000050000166667e-05) && is_near(log1p(1e-5), 9.999950000333333e-06));
    assert(expm1(1e-300) == 1e-300 && log1p(-1e-300) == -1e-300 && expm1(-INFINITY) == -1);
    assert(is_near(sinh(1e-5), 1.0000000000166667e-05) && is_near(tanh(1e-5), 9.999999999666666e-06));
    assert(is_near(asinh(1e-5), 9.999999999833333e-06) && is_near(atanh(0.5), 0.5493061443340548));
    assert(is_near(acosh(2), 1.3169578969248167) && isnan(acosh(0.5)));
    assert(is_near(erf(0.5), 0.5204998778130465) && is_near(erf(-2), -0.9953222650189527));
    assert(is_near(erfc(3), 2.2090496998585441e-05) && erfc(-INFINITY) == 2 && erf(INFINITY) == 1);

    assert(is_near(pow(1.5, 300.25), 7.4370470917151376e52) && is_near(exp2(876.25), 5.9914742969852416e263));
    assert(is_near(pow(10, -300.5), 3.1622776601683793e-301) && is_near(pow(7, 200), 1.0461838291314357e169));
    assert(pow(10, 22) == 1e22 && pow(-3, 33) == -5559060566555523 && pow(2, -1074) == 0x1p-1074 && pow(1.5, 2) == 2.25);
    assert(pow(-0.0, -3) == -INFINITY && pow(0, 0.5) == 0 && pow(-2, INFINITY) == INFINITY && isnan(pow(-2, 0.5)));
    assert(remainder(5, 3) == -1 && remainder(7, 2) == -1 && remainder(5, 2) == 1 && remainder(-5, 3) == 1);
    assert(remainder(1e300, 3) == remainder(1e300, -3) && isnan(remainder(1, 0)) && remainder(2, INFINITY) == 2);
    assert(remainder(6, 4) == -2 && remainder(2, 4) == 2 && signbit(remainder(-4, 2)));
    int quotient;
    assert(remquo(29, 3, &quotient) == -1 && (quotient & 7) == 2 && quotient > 0);

    assert(ilogb(10) == 3 && ilogb(0x1p-1074) == -1074 && ilogb(0) == FP_ILOGB0 && ilogb(INFINITY) == INT_MAX);
    assert(logb(0.75) == -1 && logb(0) == -INFINITY && ilogbf(0.5f) == -1);
    assert(nextafter(1, 2) == 1 + 0x1p-52 && nextafter(1, 0) == 1 - 0x1p-53 && nextafter(0, -1) == -0x1p-1074);
    assert(nextafter(-1, -2) == -1 - 0x1p-52 && nextafterf(1, 2) == 1 + 0x1p-23f && nextafter(2, 2) == 2);

    double whole;
    float single;
    assert(modf(-2.75, &whole) == -0.75 && whole == -2);
    assert(modf(INFINITY, &whole) == 0 && whole == INFINITY);
    assert(modff(2.5f, &single) == 0.5f && single == 2);
    int exponent;
    assert(frexpf(12, &exponent) == 0.75f && exponent == 4 && ldexpf(0.75f, 4) == 12 && scalbln(1, -3) == 0.125);
    assert(cabs(3 + 4 * I) == 5 && cabsf(3 - 4 * I) == 5 && is_near(carg(I), 1.5707963267948966));
}
