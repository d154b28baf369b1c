// Waiting for the end of a thread, and for a semaphore, by asking again and again.
// case: => verified complete=1 blocked=0
// case: -- -DAGAIN => verified complete=1 blocked=0
// case: -- -DSEMAPHORE => verified complete=1 blocked=0
// case: -- -DBUG => error deadlock
// case: --model tso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DSEMAPHORE => verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>

static int data;
static sem_t ready, never;

static void *work(void *unused) {
  data = 42;
  sem_post(&ready);
#ifdef BUG
  sem_wait(&never);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
#ifdef SEMAPHORE
  while (sem_trywait(&ready) != 0)
    sched_yield();
  assert(data == 42);
  pthread_join(thread, NULL);
#elif defined AGAIN
  int rounds = 0;
  while (pthread_tryjoin_np(thread, NULL))
    if (++rounds % 8 == 0)
      usleep(100);
#else
  while (pthread_tryjoin_np(thread, NULL) == EBUSY)
    sched_yield();
#endif
  assert(data == 42);
  return 0;
}
