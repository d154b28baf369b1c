// Returning from main ends the program, as exit() does: threads that still wait then are no deadlock, whether they
// are detached or nobody joins them. A main that waits itself, or that ends with pthread_exit, does not excuse them.
// case: -- -DMUTEX => verified complete=0
// case: --model tso -- -DMUTEX => verified complete=0
// case: --model pso -- -DMUTEX => verified complete=0
// case: --model ra -- -DMUTEX => verified complete=0
// case: --model c11 -- -DMUTEX => verified complete=0
// case: -- -DCONDITION => verified
// case: --model tso -- -DCONDITION => verified
// case: --model pso -- -DCONDITION => verified
// case: --model ra -- -DCONDITION => verified
// case: --model c11 -- -DCONDITION => verified
// case: -- -DCONDITION -DDETACH => verified
// case: --model c11 -- -DCONDITION -DDETACH => verified
// case: -- -DCONDITION -DEXIT => verified
// case: --model c11 -- -DCONDITION -DEXIT => verified
// case: -- -DSEMAPHORE => verified complete=0
// case: --model tso -- -DSEMAPHORE => verified complete=0
// case: --model pso -- -DSEMAPHORE => verified complete=0
// case: --model ra -- -DSEMAPHORE => verified complete=0
// case: --model c11 -- -DSEMAPHORE => verified complete=0
// case: -- -DJOIN => verified complete=0
// case: --model tso -- -DJOIN => verified complete=0
// case: --model c11 -- -DJOIN => verified complete=0
// case: -- -DFUTEX => verified complete=0
// case: --model tso -- -DFUTEX => verified complete=0
// case: --model c11 -- -DFUTEX => verified complete=0
// case: -- -DSPIN => verified complete=0
// case: --model tso -- -DSPIN => verified complete=0
// case: --model pso -- -DSPIN => verified complete=0
// case: --model ra -- -DSPIN => verified complete=0
// case: --model c11 -- -DSPIN => verified complete=0
// case: -- -DSPIN -DDETACH => verified complete=0
// case: --model c11 -- -DSPIN -DEXIT => verified complete=0
// case: -- -DMUTEX -DMAIN_WAITS => error deadlock
// case: --model tso -- -DMUTEX -DMAIN_WAITS => error deadlock
// case: --model pso -- -DMUTEX -DMAIN_WAITS => error deadlock
// case: --model ra -- -DMUTEX -DMAIN_WAITS => error deadlock
// case: --model c11 -- -DMUTEX -DMAIN_WAITS => error deadlock
// case: -- -DSPIN -DMAIN_WAITS => error livelock
// case: --model c11 -- -DSPIN -DMAIN_WAITS => error livelock
// case: -- -DSEMAPHORE -DMAIN_LEAVES => error deadlock
// case: --model tso -- -DSEMAPHORE -DMAIN_LEAVES => error deadlock
// case: --model pso -- -DSEMAPHORE -DMAIN_LEAVES => error deadlock
// case: --model ra -- -DSEMAPHORE -DMAIN_LEAVES => error deadlock
// case: --model c11 -- -DSEMAPHORE -DMAIN_LEAVES => error deadlock
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static atomic_int word;

static void *sleeper(void *unused) {
    sem_wait(&semaphore);
    return unused;
}

static void *waiter(void *unused) {
#if defined MUTEX
    pthread_mutex_lock(&mutex);
#elif defined CONDITION
    pthread_mutex_lock(&mutex);
    while (!atomic_load(&word))
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
#elif defined SEMAPHORE
    sem_wait(&semaphore);
#elif defined JOIN
    pthread_t other;
    pthread_create(&other, NULL, sleeper, NULL);
    pthread_join(other, NULL);
#elif defined FUTEX
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
#elif defined SPIN
    while (!atomic_load(&word))
        ;
#endif
    return unused;
}

int main(void) {
    pthread_t t;
    (void)sleeper;
    sem_init(&semaphore, 0, 0);
#ifdef MUTEX
    pthread_mutex_lock(&mutex);
#endif
    pthread_create(&t, NULL, waiter, NULL);
#ifdef DETACH
    pthread_detach(t);
#endif
#ifdef CONDITION
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#endif
#ifdef MAIN_WAITS
    pthread_join(t, NULL);
#endif
#ifdef MAIN_LEAVES
    pthread_exit(NULL);
#endif
#ifdef EXIT
    exit(0);
#endif
    return 0;
}
