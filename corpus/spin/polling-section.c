// A thread takes a mutex in an atomic section of the program and changes a variable there; a second section changes it back.
// Another thread looks at the variable without the mutex, so it can see the value in between, and rounds of the loop are
// not in vain, although they begin by waiting for a lock and leave everything as it was.
// case: --model c11 --unroll 2 => error assertion
// case: --model sc --algorithm optimal --unroll 2 => error assertion
// case: --model c11 --max-steps 1000 => inconclusive
// case: --model sc --algorithm optimal --max-steps 1000 => inconclusive
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside, seen, done;

static void *look(void *unused) {
  (void)unused;
  if (inside == 1)
    seen = 1;
  done = 1;
  return 0;
}

static void enter(void) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&lock);
  inside++;
  __VERIFIER_atomic_end();
}

static void leave(void) {
  __VERIFIER_atomic_begin();
  inside--;
  pthread_mutex_unlock(&lock);
  __VERIFIER_atomic_end();
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  while (!done) {
    enter();
    leave();
  }
  pthread_join(thread, 0);
  assert(!seen);
}
