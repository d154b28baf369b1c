// The last thread stores something, and then waits for a mutex that a thread has taken along to its end. Nobody is left to
// see the store.
// case: --model sc => error deadlock
// case: --model tso => error deadlock
// case: --model pso => error deadlock
// case: --model c11 => error deadlock
// case: --model tso -- -DRESULT => error deadlock
// case: --model pso -- -DRESULT => error deadlock
// case: --model tso -- -DSEMAPHORE => error deadlock
// case: --model pso -- -DCONDITION => error deadlock
// case: --model tso -- -DFLAG => error livelock
// case: --model pso -- -DFLAG => error livelock
// case: --model tso -- -DGIVEN_BACK => verified
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static atomic_int flag;
static int stored;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
#ifdef GIVEN_BACK
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  sem_init(&s, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
#ifdef RESULT
  // The store of the last thread is that of the result.
  pthread_join(thread, &result);
#else
  pthread_join(thread, NULL);
  stored = 1;
#endif
#if defined(SEMAPHORE)
  sem_wait(&s);
#elif defined(CONDITION)
  static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  stored = 2;
  pthread_cond_wait(&c, &own);
#elif defined(FLAG)
  while (!atomic_load(&flag))
    ;
#else
  pthread_mutex_lock(&m);
#endif
}
