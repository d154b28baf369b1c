// case: => verified complete=1 blocked=0
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void expect(const char *text, const char *expected) { assert(strcmp(text, expected) == 0); }

int main(void) {
    char b[64];
    assert(sprintf(b, "%d %i %u", -1, 2, 3u) == 6);
    expect(b, "-1 2 3");
    sprintf(b, "%5d|%-5d|%05d|%+d", 1, 2, 3, 4);
    expect(b, "    1|2    |00003|+4");
    sprintf(b, "%x %X %#x %o", 255, 255, 255, 8);
    expect(b, "ff FF 0xff 10");
    sprintf(b, "%c%s%%%.2s", 'a', "bc", "def");
    expect(b, "abc%de");
    sprintf(b, "%ld %lld %zu %hhd", -5l, 6ll, (size_t)7, 300);
    expect(b, "-5 6 7 44");
    sprintf(b, "%.2f %g %e", 3.14159, 0.5, 1234.5);
    expect(b, "3.14 0.5 1.234500e+03");
    sprintf(b, "%*d %.*s", 4, 7, 1, "xy");
    expect(b, "   7 x");
    assert(snprintf(b, 4, "abcdef") == 6);
    expect(b, "abc");
    assert(snprintf(NULL, 0, "%s", "four") == 4);
}
