// Atomic operations of every size, seen by one thread.
#include <assert.h>
#include <stdatomic.h>

struct pair { int x, y; };

static void sizes(void) {
    _Atomic short small = 5;
    assert(atomic_fetch_add(&small, 70000) == 5 && small == (short)70005);
    _Atomic long large = 1;
    assert(atomic_fetch_sub(&large, 3) == 1 && large == -2);
    _Atomic unsigned char byte = 250;
    byte += 10;
    assert(byte == 4);
    _Atomic _Bool flag = 0;
    assert(!atomic_exchange(&flag, 1) && flag);
    _Atomic double real = 1.5;
    real += 2;
    assert(real == 3.5);
    int value = 1;
    _Atomic(int *) pointer = &value;
    pointer++;
    assert(pointer == &value + 1);
}

static void operations(void) {
    int x = 5;
    assert(__atomic_fetch_min(&x, -3, __ATOMIC_RELAXED) == 5 && x == -3);
    assert(__atomic_fetch_max(&x, 9, __ATOMIC_RELAXED) == -3 && x == 9);
    assert(__atomic_nand_fetch(&x, 6, __ATOMIC_SEQ_CST) == ~(9 & 6));
    assert(__atomic_fetch_xor(&x, -1, __ATOMIC_ACQ_REL) == -1 && x == 0);
    assert(__atomic_or_fetch(&x, 12, __ATOMIC_RELEASE) == 12);
    assert(__atomic_and_fetch(&x, 10, __ATOMIC_ACQUIRE) == 8);
    unsigned u = 1;
    assert(__atomic_fetch_max(&u, 0x80000000u, __ATOMIC_RELAXED) == 1 && u == 0x80000000u);
    assert(__sync_val_compare_and_swap(&x, 8, 3) == 8 && x == 3);
    assert(!__sync_bool_compare_and_swap(&x, 8, 4) && __sync_lock_test_and_set(&x, 1) == 3);
}

static void whole_structs(void) {
    static _Atomic(struct pair) shared;
    atomic_store(&shared, ((struct pair){1, 2}));
    struct pair got = shared, want = {3, 4};
    assert(got.x == 1 && got.y == 2);
    assert(!atomic_compare_exchange_strong(&shared, &want, got) && want.x == 1 && want.y == 2);
    assert(atomic_compare_exchange_strong(&shared, &want, ((struct pair){5, 6})));
    got = atomic_exchange(&shared, want);
    assert(got.x == 5 && got.y == 6);
}

// Not aligned, as far as the compiler knows: calls of the atomic library.
struct __attribute__((packed)) unaligned { char c; int word; };

static void library(void) {
    static struct { char pad[7]; struct unaligned u; } object;
    int *word = &object.u.word;
    __atomic_store_n(&object.u.word, 5, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&object.u.word, __ATOMIC_ACQUIRE) == 5);
    assert(__atomic_fetch_add(&object.u.word, 2, __ATOMIC_RELAXED) == 5);
    assert(__atomic_exchange_n(&object.u.word, 1, __ATOMIC_ACQ_REL) == 7);
    int expected = 4;
    assert(!__atomic_compare_exchange_n(&object.u.word, &expected, 9, 0, 5, 5) && expected == 1);
    assert(__atomic_compare_exchange_n(&object.u.word, &expected, 9, 0, 5, 5) && *word == 9);
}

int main(void) {
    sizes();
    operations();
    whole_structs();
    library();
    return 0;
}
