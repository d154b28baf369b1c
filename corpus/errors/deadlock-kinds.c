// Every way to wait for ever.
// case: -- -DMUTEX => error deadlock
// case: -- -DSELF => error deadlock
// case: -- -DCOND => error deadlock
// case: -- -DSEM => error deadlock
// case: -- -DBARRIER => error deadlock
// case: -- -DRW => error deadlock
// case: -- -DJOIN => error deadlock
// case: -- -DONCE => error deadlock
// case: -- -DSPIN => error livelock
// case: --no-check deadlock -- -DSELF => verified
// case: => verified
// case: --model ra -- -DMUTEX => error deadlock
// case: --model ra -- -DSELF => error deadlock
// case: --model ra -- -DCOND => error deadlock
// case: --model ra -- -DSEM => error deadlock
// case: --model ra -- -DBARRIER => error deadlock
// case: --model ra -- -DRW => error deadlock
// case: --model ra -- -DJOIN => error deadlock
// case: --model ra -- -DONCE => error deadlock
// case: --model ra -- -DSPIN => error livelock
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static pthread_barrier_t b;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static volatile int f;
static pthread_t main_thread;
static void again(void) {
  pthread_once(&o, again);
}
static void *t(void *a) {
#ifdef MUTEX
  pthread_mutex_lock(&m);
#elif defined JOIN
  pthread_join(main_thread, 0);
#endif
  return a;
}
int main(void) {
  main_thread = pthread_self();
  sem_init(&s, 0, 0);
  pthread_barrier_init(&b, 0, 2);
  pthread_t x;
  pthread_create(&x, 0, t, 0);
#ifdef MUTEX
  pthread_mutex_lock(&m);
  pthread_join(x, 0);
  pthread_mutex_unlock(&m);
#elif defined SELF
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
#elif defined COND
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
#elif defined SEM
  sem_wait(&s);
#elif defined BARRIER
  pthread_barrier_wait(&b);
#elif defined RW
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_wrlock(&l);
#elif defined ONCE
  pthread_once(&o, again);
#elif defined SPIN
  while (!f)
    ;
#endif
  pthread_join(x, 0);
}
