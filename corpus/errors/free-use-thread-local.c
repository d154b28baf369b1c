// The thread-local variables of a thread end with it: a pointer to one outlives it. main's live to the
// end of the program, and while a thread runs others may look at its variables.
// case: => error use-after-free line=46
// case: -- -DRACING => error use-after-free line=46
// case: -- -DEXIT => error use-after-free line=46
// case: -- -DEXIT -DLOCAL => error use-after-free line=46
// case: --model tso -- -DEXIT => error use-after-free line=46
// case: --model ra -- -DEXIT => error use-after-free line=46
// case: -- -DWAIT => verified
// case: --model tso -- -DWAIT => verified
// case: -- -DOF_MAIN => verified
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static _Thread_local int own = 7;
static int *_Atomic shown;
static sem_t looked;

#ifndef OF_MAIN
static void *thread(void *argument) {
  (void)argument;
  int local = 7;
#ifdef LOCAL
  atomic_store(&shown, &local);
#else
  atomic_store(&shown, &own);
#endif
#ifdef WAIT
  sem_wait(&looked);
#endif
#ifdef EXIT
  pthread_exit(NULL);
#endif
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&looked, 0, 0);
  pthread_create(&id, NULL, thread, NULL);
#if !defined WAIT && !defined RACING
  pthread_join(id, NULL);
#endif
  int *pointer = atomic_load(&shown);
  int seen = pointer ? *pointer : 7;
#ifdef WAIT
  sem_post(&looked);
#endif
#if defined WAIT || defined RACING
  pthread_join(id, NULL);
#endif
  return seen - 7;
}
#else
static void *thread(void *argument) {
  (void)argument;
  return (void *)(long)(*atomic_load(&shown) - 7);
}

int main(void) {
  pthread_t id;
  own = 7;
  atomic_store(&shown, &own);
  pthread_create(&id, NULL, thread, NULL);
  return 0;
}
#endif
