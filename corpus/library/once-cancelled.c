// If a thread is cancelled in the initialiser of pthread_once, it is as if it had not called it: another one initialises.
// case: --model c11 => verified
// case: --algorithm optimal => verified
// case: --algorithm rf => verified
// case: --model tso --algorithm optimal => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, done;

static void initialise(void) {
  begun++;
  pthread_testcancel();
  done++;
}

static void *work(void *unused) {
  pthread_once(&once, initialise);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_once(&once, initialise);
  pthread_join(thread, NULL);
  assert(done == 1);
#ifdef BUG
  assert(begun == 1);
#else
  assert(begun == 1 || begun == 2);
#endif
  pthread_once(&once, initialise);
  assert(done == 1);
}
