// case: => verified complete=1 blocked=0
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static double sum(int count, ...) {
    va_list list, copy;
    double total = 0;
    va_start(list, count);
    va_copy(copy, list);
    for (int i = 0; i < count; i++)
        total += i % 2 ? va_arg(list, double) : va_arg(list, int);
    assert(va_arg(copy, int) == 1);
    va_end(copy);
    va_end(list);
    return total;
}

static int format(char *to, const char *pattern, ...) {
    va_list list;
    va_start(list, pattern);
    int length = vsprintf(to, pattern, list);
    va_end(list);
    return length;
}

int main(void) {
    char b[32];
    assert(sum(8, 1, 0.5, 2, 0.5, 3, 0.5, 4, 0.5) == 12.0);
    assert(format(b, "%d-%s-%.1f", 1, "two", 3.0) == 9 && strcmp(b, "1-two-3.0") == 0);
}
