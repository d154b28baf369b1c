// An atomic block that reads one variable and writes another, beside threads that race with both
// of its accesses. The first load is before, between or after the two writes of y; the increment is
// free only in the first case; the second load is on either side of it: (2 + 1 + 1) * 2.
// case: => verified complete=8
// case: --algorithm source => verified complete=8
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int x, y;

static void *look_and_add(void *unused) {
    (void)atomic_load(&y);
    atomic_fetch_add(&x, 1);
    return unused;
}

static void *look(void *unused) {
    (void)atomic_load(&x);
    return unused;
}

static void *move(void *unused) {
    __VERIFIER_atomic_begin();
    int seen = atomic_load(&x);
    atomic_store(&y, seen + 1);
    __VERIFIER_atomic_end();
    atomic_store(&y, 0);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, look_and_add, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    pthread_create(&threads[2], NULL, move, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
