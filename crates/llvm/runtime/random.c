// Pseudo-random numbers: a fixed sequence in each thread, from its own seed. The search does not
// vary them. That there is one sequence for each thread, not one for all, keeps threads independent.
#include "tp.h"
#include <stdlib.h>
#include <sys/types.h>

static _Thread_local uint32_t state = 1;

// A linear congruential step; the low bits are the weakest and are dropped.
static uint32_t step(uint32_t *seed) {
    *seed = *seed * UINT32_C(1103515245) + 12345;
    return *seed >> 16;
}

static int next(uint32_t *seed) {
    uint32_t high = step(seed), low = step(seed);
    return (int)((high << 15 ^ low) & RAND_MAX);
}

WEAK int rand(void) { return next(&state); }
WEAK void srand(unsigned seed) { state = seed; }
WEAK int rand_r(unsigned *seed) { return next(seed); }
WEAK long random(void) { return next(&state); }
WEAK void srandom(unsigned seed) { state = seed; }
WEAK uint32_t arc4random(void) { return (uint32_t)next(&state) << 1 ^ (uint32_t)next(&state); }
WEAK uint32_t arc4random_uniform(uint32_t limit) { return limit ? arc4random() % limit : 0; }
WEAK uint64_t __tp_lib_random(void) { return (uint64_t)arc4random() << 32 | arc4random(); }
WEAK ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
    (void)flags;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buffer)[i] = (uint8_t)step(&state);
    return (ssize_t)size;
}
WEAK long lrand48(void) { return next(&state); }
WEAK long mrand48(void) { return (int)((uint32_t)next(&state) << 1); }
WEAK double drand48(void) { return next(&state) / 2147483648.0; }
WEAK void srand48(long seed) { state = (uint32_t)seed; }
