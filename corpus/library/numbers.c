// case: => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char *end;
    assert(atoi("42") == 42 && atoi("  -7x") == -7 && atoi("x") == 0);
    assert(atol("9000000000") == 9000000000);
    assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("077", NULL, 0) == 63 && strtol("z", NULL, 36) == 35);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtoul("18446744073709551615", NULL, 10) == ULONG_MAX);
    assert(strtod("-2.5e1", &end) == -25.0 && *end == 0);
    assert(abs(-3) == 3 && labs(-4l) == 4);
    div_t q = div(17, 5);
    assert(q.quot == 3 && q.rem == 2);
}
