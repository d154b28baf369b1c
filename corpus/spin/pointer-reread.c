// A loop that reads the pointer to its flag anew in each round waits for good: who changes the pointer meanwhile has a
// data race with the loop. So it spins for ever if nobody raises the flag.
// case: => verified complete=1
// case: --model c11 => verified complete=1
// case: --model c11 -- -DNEVER => error livelock line=30
// case: --model sc --check races -- -DNEVER => error livelock
// case: --model sc -- -DNEVER => inconclusive
// case: --model c11 -- -DOTHER => error data-race
#include <pthread.h>
#include <stdatomic.h>

static struct flag {
    atomic_int raised;
} one, two;
static struct flag *wanted = &one;

static void *raise(void *argument) {
#ifdef OTHER
    wanted = &two;
    atomic_store_explicit(&two.raised, 1, memory_order_release);
#elif !defined NEVER
    atomic_store_explicit(&one.raised, 1, memory_order_release);
#endif
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, raise, 0);
    while (!atomic_load_explicit(&wanted->raised, memory_order_acquire))
        ;
    pthread_join(thread, 0);
    return 0;
}
