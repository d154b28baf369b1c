// A reader never sees half of what the writer writes.
// case: => verified blocked=0 rf=unsupported
// case: --check races => verified rf=unsupported
// case: --model ra => verified blocked=0
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *read(void *unused) {
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
    return unused;
}

static void *write(void *unused) {
    pthread_rwlock_wrlock(&l);
    a = 1;
    b = 1;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t r, s, w;
    pthread_create(&r, NULL, read, NULL);
    pthread_create(&s, NULL, read, NULL);
    pthread_create(&w, NULL, write, NULL);
    pthread_join(r, NULL);
    pthread_join(s, NULL);
    pthread_join(w, NULL);
}
