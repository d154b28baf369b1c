// No atomics at all: each waker knows that one sleeper waits, and signals to the other one. Under sc one of the signals comes
// second and finds somebody, who then wakes the other sleeper. Under ra a signal that finds nobody is ordered with nobody, so both may
// find nobody. Neither may meet a line of waiters that is old: whoever stood there may have returned.
// case: --model sc --algorithm optimal => verified
// case: --model ra => error deadlock
// case: --model c11 => verified
#include "c11.h"

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t conditions[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int waits[2], gone[2];

static void wake(long who) {
  pthread_mutex_lock(&mutexes[who]);
  gone[who] = 1;
  pthread_cond_signal(&conditions[who]);
  pthread_mutex_unlock(&mutexes[who]);
}
static void *sleeper(void *argument) {
  long me = (long)argument;
  pthread_mutex_lock(&mutexes[me]);
  waits[me] = 1;
  if (!gone[me])
    pthread_cond_wait(&conditions[me], &mutexes[me]);
  pthread_mutex_unlock(&mutexes[me]);
  wake(!me);
  return NULL;
}
static void *waker(void *argument) {
  long known = (long)argument - 2;
  pthread_mutex_lock(&mutexes[known]);
  int waiting = waits[known];
  pthread_mutex_unlock(&mutexes[known]);
  if (waiting)
    pthread_cond_signal(&conditions[!known]);
  else
    wake(!known);
  return NULL;
}
int main(void) {
  RUN(sleeper, sleeper, waker, waker);
  return 0;
}
