// Every misuse of synchronisation objects.
// case: -- -DUNLOCK => error mutex-misuse
// case: -- -DOTHER => error mutex-misuse
// case: -- -DDESTROYED => error mutex-misuse
// case: -- -DHELD => error mutex-misuse
// case: -- -DWAIT => error mutex-misuse
// case: -- -DRW => error mutex-misuse
// case: -- -DSPIN => error mutex-misuse
// case: -- -DJOIN2 => error mutex-misuse
// case: -- -DDETACH2 => error mutex-misuse
// case: -- -DSEM => error mutex-misuse
// case: -- -DFREED => error use-after-free
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t sp;
static sem_t s;
static void *t(void *a) {
#ifdef OTHER
  pthread_mutex_unlock(&m);
#endif
  return a;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t x;
  pthread_create(&x, 0, t, 0);
#ifndef OTHER
  pthread_mutex_unlock(&m);
#endif
  pthread_join(x, 0);
  pthread_spin_init(&sp, 0);
  sem_init(&s, 0, 1);
#ifdef UNLOCK
  pthread_mutex_unlock(&m);
#elif defined DESTROYED
  pthread_mutex_destroy(&m);
  pthread_mutex_lock(&m);
#elif defined HELD
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m);
#elif defined WAIT
  pthread_cond_wait(&c, &m);
#elif defined RW
  pthread_rwlock_unlock(&l);
#elif defined SPIN
  pthread_spin_unlock(&sp);
#elif defined JOIN2
  pthread_join(x, 0);
#elif defined DETACH2
  pthread_create(&x, 0, t, 0);
  pthread_detach(x);
  pthread_detach(x);
#elif defined SEM
  sem_destroy(&s);
  sem_post(&s);
#elif defined FREED
  pthread_mutex_t *h = malloc(sizeof *h);
  pthread_mutex_init(h, 0);
  free(h);
  pthread_mutex_lock(h);
#endif
}
