// What instructions of the processor mean, where that is more than a few of ours. Calls of these functions are
// made by the lowering.
#include "tp.h"

// Optimised, a loop over bits might become the very instruction that it explains.
#define LIBRARY __attribute__((weak, noinline, optnone))

// Where the data of the running thread are: an address that no other thread shares.
WEAK void *__tp_lib_thread_pointer(void) { return __tp_thread_block(__tp_self()); }

// A word of the thread's own data, by its offset. Only the first one is known: it is their address.
WEAK void *__tp_lib_thread_word(const void *offset) {
  if (offset)
    __tp_unsupported("assembly that reads the thread's own data at an offset");
  return __tp_lib_thread_pointer();
}

// The bits of x at the places of the mask, moved together.
LIBRARY uint64_t __tp_lib_pext(uint64_t x, uint64_t mask) {
    uint64_t result = 0;
    for (uint64_t bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (x & mask & -mask)
            result |= bit;
    return result;
}

// The lowest bits of x, moved to the places of the mask.
LIBRARY uint64_t __tp_lib_pdep(uint64_t x, uint64_t mask) {
    uint64_t result = 0;
    for (; mask; mask &= mask - 1, x >>= 1)
        if (x & 1)
            result |= mask & -mask;
    return result;
}

// `control` has the first bit and, above it, the number of bits.
LIBRARY uint64_t __tp_lib_bextr(uint64_t x, uint64_t control) {
    uint64_t start = control & 0xff, length = control >> 8 & 0xff;
    uint64_t moved = start < 64 ? x >> start : 0;
    return length < 64 ? moved & ((UINT64_C(1) << length) - 1) : moved;
}

LIBRARY uint64_t __tp_lib_bzhi(uint64_t x, uint64_t count) {
    count &= 0xff;
    return count < 64 ? x & ((UINT64_C(1) << count) - 1) : x;
}

// The polynomial of Castagnoli, with its lowest bit first.
LIBRARY uint64_t __tp_lib_crc32(uint64_t sum, uint64_t data, uint64_t bits) {
    sum &= UINT32_MAX;
    for (uint64_t i = 0; i < bits; i++, data >>= 1) {
        uint64_t odd = (sum ^ data) & 1;
        sum >>= 1;
        if (odd)
            sum ^= UINT64_C(0x82f63b78);
    }
    return sum;
}
