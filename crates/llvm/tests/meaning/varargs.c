// Variadic functions: all kinds of arguments, copies of the list, passing it on.
#include <assert.h>
#include <stdarg.h>

struct pair { float x, y; };
struct mixed { double d; int i; };
struct three { char c[3]; };
struct big { long q[5]; };

static long rest(va_list list) { return va_arg(list, long); }

static long sum(int n, ...) {
    va_list list, again;
    va_start(list, n);
    va_copy(again, list);
    long s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    double d = va_arg(list, double);
    struct pair p = va_arg(list, struct pair);
    struct big b = va_arg(list, struct big);
    struct mixed m = va_arg(list, struct mixed);
    struct three t = va_arg(list, struct three);
    s += (long)d + (long)p.y + b.q[3] + m.i + (long)m.d + t.c[2];
    s += rest(list);
    s += va_arg(again, int);
    va_end(again);
    va_end(list);
    return s;
}

int main(void) {
    struct big b = {{1, 2, 3, 4, 5}};
    struct pair p = {1, 50};
    struct mixed m = {20000, 600};
    struct three t = {{1, 2, 9}};
    assert(sum(3, 1, -2, 30, 4.5, p, b, m, t, 7000L) == 29 + 4 + 50 + 4 + 20600 + 9 + 7000 + 1);
    return 0;
}
