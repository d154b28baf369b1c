// A small structure that a function returns is written as one number and read in parts: each round of the loop uses its
// bytes in other sizes, at the same cost.
// case: => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct maybe {
    int value;
    bool is;
};

static struct maybe half(int n) {
    struct maybe result = {n / 2, n % 2 == 0};
    return result;
}

static void keep(const struct maybe *found, int *last) {
    if (found->is)
        *last = found->value;
}

static atomic_int halves;

static void *count(void *arg) {
#ifdef BUG
    atomic_store(&halves, atomic_load(&halves) + 1);
#else
    atomic_fetch_add(&halves, 1);
#endif
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, count, 0);
    int last = 0;
    for (int i = 0; i < 200; i++) {
        struct maybe found = half(i);
        keep(&found, &last);
    }
    count(0);
    pthread_join(other, 0);
    assert(atomic_load(&halves) == 2);
    assert(last == 99);
}
