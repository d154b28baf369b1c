// case: => verified complete=1 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    sem_t s;
    int value;
    struct timespec deadline = {2000000000, 0}, invalid = {0, 2000000000};
    errno = 0;
    assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&s, &deadline) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &invalid) == -1 && errno == EINVAL);
    assert(sem_post(&s) == 0);
    assert(sem_timedwait(&s, &invalid) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_destroy(&s) == 0);
}
