// case: -- -DLOCK=rdlock => error mutex-misuse line=18
// case: -- -DLOCK=wrlock => error mutex-misuse line=18
// case: -- -DLOCK=tryrdlock => error mutex-misuse line=18
// case: -- -DLOCK=trywrlock => error mutex-misuse line=18
// case: --model ra -- -DLOCK=rdlock => error mutex-misuse line=18
// case: --model ra -- -DLOCK=wrlock => error mutex-misuse line=18
// case: --model ra -- -DLOCK=tryrdlock => error mutex-misuse line=18
// case: --model ra -- -DLOCK=trywrlock => error mutex-misuse line=18
#include <pthread.h>

#define JOIN(a, b) a##b
#define CALL(name) JOIN(pthread_rwlock_, name)

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_destroy(&l);
    CALL(LOCK)(&l);
}
