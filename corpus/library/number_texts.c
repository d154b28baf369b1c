// Numbers of floating point as text, both ways: exactly, as the C standard and IEEE 754 say.
// case: --algorithm optimal => verified complete=1 blocked=0
// case: --model c11 => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static double all_of(const char *text) {
    char *end;
    double value = strtod(text, &end);
    assert(end != text && *end == 0);
    return value;
}

static size_t read_of(const char *text) {
    char *end;
    strtod(text, &end);
    return (size_t)(end - text);
}

static void words_and_hexadecimal_numbers(void) {
    assert(all_of("-inf") == -INFINITY && all_of("Infinity") == INFINITY);
    assert(isnan(all_of("nan")) && isnan(all_of("NaN(12_a)")));
    assert(read_of("infin") == 3 && read_of("nan(") == 3 && read_of("0x") == 1 && read_of("1e+") == 1);
    assert(read_of(".") == 0 && read_of("e5") == 0 && read_of("-") == 0 && read_of(" 1.e5x") == 5);
    assert(all_of("0x1.8p1") == 3 && all_of("0x.8") == 0.5 && all_of("0Xap-1") == 5);
    assert(all_of("0x1.00000000000008p0") == 1 && all_of("0x1.000000000000080001p0") == 1 + DBL_EPSILON);
}

static void rounding(void) {
    assert(all_of("1.7976931348623157e308") == DBL_MAX && all_of("1.7976931348623158e308") == DBL_MAX);
    assert(all_of("2.2250738585072014e-308") == DBL_MIN && all_of("2.2250738585072011e-308") == DBL_MIN - 0x1p-1074);
    assert(all_of("4.9e-324") == 0x1p-1074 && all_of("2.4703282292062328e-324") == 0x1p-1074);
    assert(all_of("9007199254740993") == 9007199254740992 && all_of("9007199254740993.000000000000000000001") == 9007199254740994);
    assert(all_of("0.1000000000000000055511151231257827021181583404541015625") == 0.1);
    errno = 0;
    assert(all_of("1e999") == INFINITY && errno == ERANGE);
    errno = 0;
    assert(all_of("-1e-999") == 0 && errno == ERANGE);
    // Once, not first to a double.
    assert(strtof("16777217.0000000001", 0) == 16777218.0f && strtof("16777217", 0) == 16777216.0f);
}

static void scanning(void) {
    float small;
    double great;
    assert(sscanf("1.5 inf", "%f %lf", &small, &great) == 2 && small == 1.5f && great == INFINITY);
    assert(sscanf("0x1p-2;123456", "%lf;%3lf", &great, &great) == 2 && great == 123);
}

static void expect(const char *expected, const char *text) { assert(!strcmp(text, expected)); }

static void printing(void) {
    char t[400];
    sprintf(t, "%.20f %.17g %.0f %.0f", 0.1, 0.1, 0.5, 1.5);
    expect("0.10000000000000000555 0.10000000000000001 0 2", t);
    sprintf(t, "%f", DBL_MAX);
    assert(strlen(t) == 316 && !strncmp(t, "179769313486231570814527423731704356798", 39));
    sprintf(t, "%#.0e %#.0f %#g %#.1g", 1.0, 2.0, 1.0, 5.0);
    expect("1.e+00 2. 1.00000 5.", t);
    sprintf(t, "%a %A %.0a %.3a %10a|%-10a|%010a", 1.0, 1.5, 1.5, 3.14159, 0.5, 0.5, -0.5);
    expect("0x1p+0 0X1.8P+0 0x2p+0 0x1.922p+1     0x1p-1|0x1p-1    |-0x0001p-1", t);
    sprintf(t, "%a %a %F", 0.0, 0x1p-1074, -INFINITY);
    expect("0x0p+0 0x0.0000000000001p-1022 -INF", t);
    sprintf(t, "%ls %.2ls|%6ls|%lc", L"wide", L"wide", L"wide", L'w');
    expect("wide wi|  wide|w", t);
    sprintf(t, "%2$s %1$s %3$*4$d %5$.*6$f", "a", "b", 7, 3, 2.5, 2);
    expect("b a   7 2.50", t);
}

int main(void) {
    words_and_hexadecimal_numbers();
    rounding();
    scanning();
    printing();
}
