// All atomics are sequentially consistent, and there are no data races. Still there are executions that are not: who finds a
// lock held or a semaphore empty has changed nothing, and is ordered with nobody. (That the theorem on
// programs without races does not hold for try-locks: Boehm, PPoPP 2007.)
// case: --model c11 -- -DTRY=pthread_mutex_trylock -DLOCK=pthread_mutex => error assertion
// case: --model c11 -- -DTRY=pthread_spin_trylock -DLOCK=pthread_spin -DSPIN => error assertion
// case: --model c11 -- -DTRY=pthread_rwlock_tryrdlock -DLOCK=pthread_rwlock => error assertion
// case: --model c11 -- -DTRY=pthread_rwlock_trywrlock -DLOCK=pthread_rwlock => error assertion
// case: --model c11 -- -DLOOK=sem_trywait => error assertion
// case: --model c11 -- -DLOOK=value => error assertion
// A signal for which nobody waits synchronises memory (POSIX).
// case: --model c11 -- -DSIGNAL=pthread_cond_signal => verified
// case: --model c11 -- -DSIGNAL=pthread_cond_broadcast => verified
// case: --model c11 -- -DSIGNAL=pthread_cond_signal -DUNDER_LOCK => verified
// case: --model sc -- -DTRY=pthread_mutex_trylock -DLOCK=pthread_mutex => verified
// case: --model sc -- -DTRY=pthread_spin_trylock -DLOCK=pthread_spin -DSPIN => verified
// case: --model sc -- -DTRY=pthread_rwlock_tryrdlock -DLOCK=pthread_rwlock => verified
// case: --model sc -- -DTRY=pthread_rwlock_trywrlock -DLOCK=pthread_rwlock => verified
// case: --model sc -- -DLOOK=sem_trywait => verified
// case: --model sc -- -DLOOK=value => verified
// case: --model sc -- -DSIGNAL=pthread_cond_signal => verified
// case: --model sc -- -DSIGNAL=pthread_cond_broadcast => verified
#include "c11.h"
#include <semaphore.h>

#if defined TRY
// The lock is held by somebody who has stored before.
#define pthread_mutex_wrlock pthread_mutex_lock
#define pthread_spin_wrlock pthread_spin_lock
#define pthread_spin_t pthread_spinlock_t
#define JOIN(a, b) a##b
#define OF(lock, name) JOIN(lock, name)
static OF(LOCK, _t) tried;
static atomic_int x;

static void *holder(void *unused) {
  x = 1;
  OF(LOCK, _wrlock)(&tried);
  OF(LOCK, _unlock)(&tried);
  return unused;
}
static void *visitor(void *unused) {
  if (TRY(&tried) == 0)
    OF(LOCK, _unlock)(&tried);
  else
    assert(x == 1);
  return unused;
}
int main(void) {
#ifdef SPIN
  pthread_spin_init(&tried, PTHREAD_PROCESS_PRIVATE);
#endif
  RUN(holder, visitor);
  return 0;
}

#elif defined LOOK
// Store buffering: each one posts, and looks at what the other one posts.
static sem_t left, right;
static int found[2];

static int value(sem_t *s) {
  int count;
  sem_getvalue(s, &count);
  return count - 1;
}
static void *one(void *unused) {
  sem_post(&left);
  found[0] = LOOK(&right) == 0;
  return unused;
}
static void *other(void *unused) {
  sem_post(&right);
  found[1] = LOOK(&left) == 0;
  return unused;
}
int main(void) {
  (void)value;
  sem_init(&left, 0, 0);
  sem_init(&right, 0, 0);
  RUN(one, other);
  assert(found[0] || found[1]);
  return 0;
}

#else
// Who waits is woken by the waker, or else the helper sees that the waker has passed, and wakes it.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waits, gone;
static atomic_int passed;

static void *sleeper(void *unused) {
  pthread_mutex_lock(&mutex);
  if (!gone) {
    waits = 1;
    pthread_cond_wait(&condition, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void *waker(void *unused) {
  passed = 1;
#ifdef UNDER_LOCK
  pthread_mutex_lock(&mutex);
#endif
  SIGNAL(&condition);
#ifdef UNDER_LOCK
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}
static void *helper(void *unused) {
  pthread_mutex_lock(&mutex);
  int wakes = waits;
  gone = !waits;
  pthread_mutex_unlock(&mutex);
  if (wakes && passed)
    SIGNAL(&condition);
  return unused;
}
int main(void) {
  RUN(sleeper, waker, helper);
  return 0;
}

#endif
