// N threads take one mutex M times each and count under it. The order of the critical sections is all that matters, so
// there are (N * M)! / (M!)^N executions.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef M
#define M 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *body(void *unused) {
    for (int i = 0; i < M; i++) {
        pthread_mutex_lock(&mutex);
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, body, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(counter == N * M);
}
