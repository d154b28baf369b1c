// Jumps back: through several functions, from the same one, again and again, to the innermost of two, with the values that
// variables have at the jump; each thread with its own places.
// case: => verified complete=2
// case: --model ra => verified
// case: -- -DLATE => error abort
// case: -- -DWRONG => error assertion line=58
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static _Thread_local jmp_buf outer, inner;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jumps;

static int descend(int depth, jmp_buf *where) {
  if (depth == 0)
    longjmp(*where, 7);
  return descend(depth - 1, where) + 1;
}

static int nested(void) {
  volatile int here = 1;
  int result = setjmp(inner);
  if (result == 0) {
    here = 2;
    descend(2, &inner);
    assert(0);
  }
  assert(result == 7 && here == 2);
  descend(1, &outer);
  return 0;
}

static void count(void) {
  pthread_mutex_lock(&lock);
  jumps++;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  volatile int rounds = 0;
  if (setjmp(outer) == 0) {
    nested();
    assert(0);
  }
  count();
  jmp_buf loop;
  int said = setjmp(loop);
  assert(said == rounds);
  rounds++;
  if (rounds < 3)
    longjmp(loop, rounds);
  // Zero becomes one.
  if (_setjmp(loop) == 0)
    longjmp(loop, 0);
#ifdef WRONG
  assert(rounds == 2);
#endif
  return unused;
}

static void leave_a_place(void) { setjmp(outer); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  assert(jumps == 2);
#ifdef LATE
  leave_a_place();
  longjmp(outer, 1);
#else
  (void)leave_a_place;
#endif
}
