// Checked and saturating arithmetic, and operations on bits.
#include <assert.h>
#include <limits.h>

static volatile int vi = 5;
static volatile long vl = -7;
static volatile unsigned char vc = 200;
static volatile short vs = -300;
static volatile unsigned vu = 0x80000001u;
static volatile unsigned long vul = 0xfedcba9876543210ul;

static void sums(void) {
    int i;
    assert(!__builtin_add_overflow(vi, 1, &i) && i == 6);
    assert(__builtin_add_overflow(vi, INT_MAX, &i) && i == INT_MIN + 4);
    assert(__builtin_sub_overflow(-2, INT_MAX, &i) && i == INT_MAX);
    unsigned u;
    assert(__builtin_sub_overflow(1u, vu, &u) && u == 0x80000000u);
    assert(!__builtin_sub_overflow(vu, 1u, &u) && u == 0x80000000u);
    unsigned long ul;
    assert(__builtin_add_overflow(vul, vul, &ul));
    assert(!__builtin_add_overflow(vul, 1ul, &ul));
}

static void products(void) {
    int i;
    assert(__builtin_mul_overflow(vi, 0x40000000, &i));
    assert(!__builtin_mul_overflow(vi, -6, &i) && i == -30);
    long l;
    assert(__builtin_mul_overflow(vl, 0x4000000000000000L, &l));
    assert(!__builtin_mul_overflow(vl, 1000000000000L, &l) && l == -7000000000000L);
    assert(__builtin_mul_overflow(LONG_MIN, vl + 6, &l));
    unsigned long ul;
    assert(__builtin_mul_overflow(vul, 2ul, &ul));
    assert(!__builtin_mul_overflow(vul >> 32, 3ul, &ul));
    short s;
    assert(__builtin_mul_overflow(vs, vs, &s));
    unsigned char c;
    assert(__builtin_mul_overflow(vc, 2, &c) && c == 144);
}

static void saturation(void) {
    assert(__builtin_elementwise_add_sat(vi, INT_MAX) == INT_MAX);
    assert(__builtin_elementwise_add_sat(vi, -9) == -4);
    assert(__builtin_elementwise_add_sat(vul, vul) == ULONG_MAX);
    assert(__builtin_elementwise_sub_sat(1u, vu) == 0);
    assert(__builtin_elementwise_sub_sat((int)vu, vi) == INT_MIN);
}

static void bits(void) {
    assert(__builtin_popcount(vu) == 2 && __builtin_popcountl(vul) == 32);
    assert(__builtin_clz(vi) == 29 && __builtin_ctz(vi + 3) == 3);
    assert(__builtin_clzl(vul) == 0 && __builtin_ctzl(vul) == 4);
    assert(__builtin_bswap32(vu) == 0x01000080u && __builtin_bswap16(vs) == 0xd4fe);
    assert(__builtin_bswap64(vul) == 0x1032547698badcfeul);
    assert(__builtin_parity(vi) == 0 && __builtin_ffs(vi + 3) == 4);
    assert(__builtin_bitreverse8(vc) == 0x13);
    assert(__builtin_rotateleft32(vu, 4) == 0x18 && __builtin_rotateleft32(vu, 0) == vu);
    assert(__builtin_rotateright64(vul, 4) == 0x0fedcba987654321ul);
    assert(__builtin_elementwise_max(vi, 9) == 9 && __builtin_elementwise_min(vl, 3L) == -7);
    assert(__builtin_elementwise_max(vu, 9u) == vu && __builtin_elementwise_min(vu, 9u) == 9);
    assert(__builtin_elementwise_abs(vi - 9) == 4);
}

int main(void) {
    sums();
    products();
    saturation();
    bits();
    return 0;
}
