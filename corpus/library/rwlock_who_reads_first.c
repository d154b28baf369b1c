// Each of two readers may come before or after the writer, whatever the other does.
// case: -- -DFIRST=0 -DSECOND=0 => error assertion line=47 rf=unsupported
// case: -- -DFIRST=0 -DSECOND=1 => error assertion line=47 rf=unsupported
// case: -- -DFIRST=1 -DSECOND=0 => error assertion line=47 rf=unsupported
// case: -- -DFIRST=1 -DSECOND=1 => error assertion line=47 rf=unsupported
// case: -- -DFIRST=0 -DSECOND=2 => verified blocked=0 rf=unsupported
// case: --model ra -- -DFIRST=0 -DSECOND=0 => error assertion line=47
// case: --model ra -- -DFIRST=0 -DSECOND=1 => error assertion line=47
// case: --model ra -- -DFIRST=1 -DSECOND=0 => error assertion line=47
// case: --model ra -- -DFIRST=1 -DSECOND=1 => error assertion line=47
// case: --model ra -- -DFIRST=0 -DSECOND=2 => verified complete=14 blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data, first, second;

static void *read_first(void *unused) {
    pthread_rwlock_rdlock(&l);
    first = data;
    pthread_rwlock_unlock(&l);
    return unused;
}

static void *read_second(void *unused) {
    pthread_rwlock_rdlock(&l);
    second = data;
    pthread_rwlock_unlock(&l);
    return unused;
}

static void *write(void *unused) {
    pthread_rwlock_wrlock(&l);
    data = 1;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t r, s, w;
    pthread_create(&r, NULL, read_first, NULL);
    pthread_create(&s, NULL, read_second, NULL);
    pthread_create(&w, NULL, write, NULL);
    pthread_join(r, NULL);
    pthread_join(s, NULL);
    pthread_join(w, NULL);
    assert(first != FIRST || second != SECOND);
}
