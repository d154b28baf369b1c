// What lives as long as its thread is gone when that has ended: local variables of functions that pthread_exit never
// returned from, and thread-local variables.
// case: -- -DLOCAL => error use-after-free line=79
// case: -- -DLOCAL -DDEEP => error use-after-free line=79
// case: -- -DLOCAL -DC11 => error use-after-free line=79
// case: -- -DOWN => error use-after-free line=79
// case: -- -DOWN -DWRITE => error use-after-free line=77
// case: -- -DOWN -DEXIT => error use-after-free line=79
// case: -- -DOWN -DRACE => error use-after-free line=79
// case: -- -DMAIN => error use-after-free line=68
// case: -- -DFREE => error invalid-free
// case: --model tso -- -DLOCAL => error use-after-free line=79
// case: --model tso -- -DOWN => error use-after-free line=79
// case: --model tso -- -DOWN -DRACE => error use-after-free line=79
// case: --model pso -- -DOWN => error use-after-free line=79
// case: --model ra -- -DLOCAL => error use-after-free line=79
// case: --model ra -- -DOWN => error use-after-free line=79
// case: => verified complete=1
// case: -- -DDEEP => verified complete=1
// case: -- -DEXIT => verified complete=1
// case: --model tso -- -DEXIT => verified complete=1
// case: --model ra -- -DEXIT => verified complete=1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static _Thread_local int own = 1;
static int *_Atomic shared;
static pthread_key_t key;

// Still there while the thread ends.
static void look(void *value) { own += *(int *)value; }

static void leave(int *local, int depth) {
  int deeper = *local;
#ifdef DEEP
  if (depth < 100)
    leave(&deeper, depth + 1);
#endif
#ifdef LOCAL
  shared = &deeper;
#elif defined OWN
  shared = &own;
#endif
  pthread_setspecific(key, &own);
#if defined C11
  thrd_exit(deeper + depth);
#elif defined LOCAL || defined EXIT
  pthread_exit(NULL);
#endif
}

static void *work(void *argument) {
  int local = 1;
  leave(&local, 0);
#ifdef FREE
  free(&own);
#endif
  return argument;
}
static int c11_work(void *argument) { return work(argument) != NULL; }

#ifdef MAIN
static int *_Atomic of_main;
static void *use_main(void *argument) {
  if (of_main)
    *of_main = 1;
  return argument;
}
#endif

static void use(int *p) {
  if (!p)
    return;
#ifdef WRITE
  *p = 2;
#else
  if (*p == 3)
    abort();
#endif
}

int main(void) {
  int local = 0;
  pthread_t t;
  thrd_t c11;
  pthread_key_create(&key, look);
#ifdef MAIN
  of_main = &local;
  pthread_create(&t, NULL, use_main, NULL);
  pthread_exit(NULL);
#elif defined C11
  thrd_create(&c11, c11_work, NULL);
  thrd_join(c11, NULL);
#else
  pthread_create(&t, NULL, work, NULL);
#ifndef RACE
  pthread_join(t, NULL);
#endif
#endif
  use(shared);
  own = local;
  return 0;
}
