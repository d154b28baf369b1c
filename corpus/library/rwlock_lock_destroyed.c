// case: -- -DLOCK=rdlock => error mutex-misuse line=14
// case: -- -DLOCK=wrlock => error mutex-misuse line=14
// case: -- -DLOCK=tryrdlock => error mutex-misuse line=14
// case: -- -DLOCK=trywrlock => error mutex-misuse line=14
#include <pthread.h>

#define JOIN(a, b) a##b
#define CALL(name) JOIN(pthread_rwlock_, name)

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_destroy(&l);
    CALL(LOCK)(&l);
}
