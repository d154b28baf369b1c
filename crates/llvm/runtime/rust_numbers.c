// How Rust writes numbers of 128 bits.
#include "tp.h"

uint64_t __tp_lib_udiv_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1, uint64_t upper);
uint64_t __tp_lib_urem_128(uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1, uint64_t upper);

// The digits of a number, which comes as its halves, to the end of this text. Returns where they begin.
WEAK uint64_t __tp_rust_format_128(uint64_t low, uint64_t high, char *to, uint64_t length) {
    // So many digits fit into a word.
    enum { DIGITS = 19 };
    const uint64_t limit = UINT64_C(10000000000000000000);
    uint64_t at = length;
    do {
        uint64_t part = __tp_lib_urem_128(low, high, limit, 0, 0);
        uint64_t above = __tp_lib_udiv_128(low, high, limit, 0, 1);
        low = __tp_lib_udiv_128(low, high, limit, 0, 0);
        high = above;
        for (int i = 0; i < DIGITS && (part || low || high); i++, part /= 10)
            to[--at] = (char)('0' + part % 10);
    } while (low || high);
    if (at == length)
        to[--at] = '0';
    return at;
}
