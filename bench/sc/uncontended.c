// N threads, of which R write a variable each, M times, that main reads as often: each of these variables has C(2M, M)
// orders of its accesses, so there are C(2M, M)^R executions. Each thread also has K accesses that no other thread minds,
// to a variable of its own, or, with -DMUTEX, operations of a mutex of its own. They come before the racing accesses,
// or after them with -DAFTER. What an execution costs should not depend on K.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif
#ifndef R
#define R N
#endif
#ifndef M
#define M 1
#endif
#ifndef K
#define K 0
#endif

struct own {
    atomic_int variable;
    pthread_mutex_t mutex;
};
static struct own owns[N];
static atomic_int raced[R];

static void work(struct own *own) {
    for (int i = 0; i < K; i++) {
#ifdef MUTEX
        if (i % 2 == 0)
            pthread_mutex_lock(&own->mutex);
        else
            pthread_mutex_unlock(&own->mutex);
#else
        atomic_fetch_add(&own->variable, 1);
#endif
    }
}

static void *body(void *argument) {
    long id = (long)argument;
#ifndef AFTER
    work(&owns[id]);
#endif
    for (int i = 0; i < M && id < R; i++)
        atomic_store(&raced[id], i);
#ifdef AFTER
    work(&owns[id]);
#endif
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, body, (void *)i);
    for (int i = 0; i < R * M; i++)
        atomic_load(&raced[i % R]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
