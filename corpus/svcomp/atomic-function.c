// A function whose name begins with __VERIFIER_atomic_ runs without interruption.
// case: => verified
#include <assert.h>
#include <pthread.h>

static int counter;

static void __VERIFIER_atomic_increment(void) {
  int before = counter;
  counter = before + 1;
}

static void *work(void *unused) {
  (void)unused;
  __VERIFIER_atomic_increment();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2);
  return 0;
}
