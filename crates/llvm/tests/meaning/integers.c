// Integer arithmetic of all widths, conversions and switches.
#include <assert.h>

static volatile int vi = 5;
static volatile long vl = -7;
static volatile unsigned char vc = 200;
static volatile short vs = -300;
static volatile unsigned vu = 0x80000001u;
static volatile unsigned long vul = 0xfedcba9876543210ul;

static int narrow(int x) {
    switch (x) {
    case 1: return 10;
    case 2:
    case 3: return 20;
    case -5: return 30;
    case 1000000: return 40;
    default: return 50;
    }
}

static int wide(long x) {
    switch (x) {
    case 0x100000000L: return 1;
    case -1: return 2;
    default: return 3;
    }
}

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

static void odd_widths(void) {
    _BitInt(17) small = -5;
    small *= 3;
    assert(small == -15);
    unsigned _BitInt(33) large = 1;
    large <<= 32;
    assert(large >> 30 == 4);
    _BitInt(17) array[2] = {1, -2};
    array[0] = small;
    assert(array[0] + array[1] == -17);
    unsigned _BitInt(24) three_bytes[2] = {0x123456, 0xfedcba};
    three_bytes[0] += 0x10;
    assert(three_bytes[0] == 0x123466 && three_bytes[1] == 0xfedcba);
}

int main(void) {
    assert(vi / -2 == -2 && vi % -3 == 2 && vl / 2 == -3 && vl % 4 == -3);
    assert(vl >> 1 == -4 && (unsigned long)vl >> 60 == 15 && vl << 3 == -56);
    assert((signed char)vc == -56 && vc + 100 == 300 && (unsigned short)vs == 65236);
    assert(vs * 2 == -600 && (vu >> 31) == 1 && (int)vu < 0 && vu * 2 == 2);
    assert((long)(int)vu == -2147483647L && (unsigned long)vu == 0x80000001ul);
    assert(vul / 3 == 0x54f43e32d21c10b0ul && vul % 10 == 0);
    assert((vi & 6) == 4 && (vi | 8) == 13 && (vi ^ 1) == 4 && ~vi == -6 && !vi == 0);
    assert(narrow(1) == 10 && narrow(3) == 20 && narrow(-5) == 30);
    assert(narrow(1000000) == 40 && narrow(7) == 50);
    assert(wide(0x100000000L) == 1 && wide(-1) == 2 && wide(0) == 3);
    assert(factorial(10) == 3628800);
    odd_widths();
    int x = 3;
    int y = x++;
    y += ++x;
    asm("" : "+r"(y));
    assert(y == 8);
    long positive = ({ long q = vl; q < 0 ? -q : q; });
    assert(positive == 7);
    return 0;
}
