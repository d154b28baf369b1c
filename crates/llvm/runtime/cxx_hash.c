// Hashing for std::unordered_map and std::unordered_set: the hash of bytes, and when a table grows.
#include "tp.h"
#include <stddef.h>

#define MEMBER(type, name, parameters, label)                                                     \
    WEAK type name parameters __asm__(label);                                                     \
    type name parameters

// The FNV-1a hash; any good one will do.
MEMBER(size_t, hash_bytes, (const void *bytes, size_t size, size_t seed), "_ZSt11_Hash_bytesPKvmm") {
    const unsigned char *p = bytes;
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ seed;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
    return hash;
}
MEMBER(size_t, hash_bytes_fnv, (const void *bytes, size_t size, size_t seed), "_ZSt15_Fnv_hash_bytesPKvmm") {
    return hash_bytes(bytes, size, seed);
}

struct policy {
    float max_load;
    // Elements that fit before the next growth.
    size_t next_resize;
};

static int is_prime(size_t n) {
    for (size_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return n >= 2;
}

static size_t next_buckets(struct policy *p, size_t wanted) {
    size_t n = wanted;
    if (n == 0)
        return 1;
    while (!is_prime(n))
        n++;
    p->next_resize = (size_t)((double)n * (double)p->max_load);
    return n;
}

MEMBER(size_t, next_bkt, (struct policy *p, size_t wanted), "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm") {
    return next_buckets(p, wanted);
}

struct growth {
    _Bool needed;
    size_t buckets;
};

MEMBER(struct growth, need_rehash, (struct policy *p, size_t buckets, size_t elements, size_t more),
       "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm") {
    size_t total = elements + more;
    if (total <= p->next_resize)
        return (struct growth){0, 0};
    if (!p->next_resize && total < 11)
        total = 11;
    double needed = (double)total / (double)p->max_load;
    if (needed < (double)buckets) {
        p->next_resize = (size_t)((double)buckets * (double)p->max_load);
        return (struct growth){0, 0};
    }
    size_t least = (size_t)needed + 1;
    return (struct growth){1, next_buckets(p, least > 2 * buckets ? least : 2 * buckets)};
}
