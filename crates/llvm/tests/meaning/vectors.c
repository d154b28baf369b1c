// Small vectors, element by element.
#include <assert.h>

typedef int four __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(8)));
typedef long two __attribute__((vector_size(16)));

static volatile int five = 5;

static four doubled(four v) { return v * 2; }

int main(void) {
    four a = {1, 2, 3, 4};
    four b = doubled(a) + (four){five, 0, 0, 1};
    assert(b[0] == 7 && b[1] == 4 && b[2] == 6 && b[3] == 9);
    a[five - 3] = 77;
    assert(a[2] == 77 && a[five - 2] == 4);
    four mixed = __builtin_shufflevector(a, b, 0, 5, 2, 7);
    assert(mixed[0] == 1 && mixed[1] == 4 && mixed[2] == 77 && mixed[3] == 9);
    four greater = a > b;
    assert(greater[2] == -1 && greater[0] == 0);
    assert(__builtin_reduce_add(a) == 1 + 2 + 77 + 4 && __builtin_reduce_max(b) == 9);
    floats f = {1.5f, 2.5f};
    f = f + f * f;
    assert(f[0] == 3.75f && f[1] == 8.75f);
    two bits = (two)a;
    assert(bits[0] == 0x0000000200000001L && bits[1] == 0x000000040000004dL);
    return 0;
}
