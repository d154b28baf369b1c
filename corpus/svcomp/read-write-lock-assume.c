// A reader-writer lock from atomic functions: readers and the writer never meet.
// case: => verified rf=unsupported
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int writing, readers, x, y;

static void __VERIFIER_atomic_take_write(void) {
  __VERIFIER_assume(writing == 0 && readers == 0);
  writing = 1;
}

static void __VERIFIER_atomic_take_read(void) {
  __VERIFIER_assume(writing == 0);
  readers++;
}

static void __VERIFIER_atomic_give_read(void) { readers--; }

static void *writer(void *unused) {
  (void)unused;
  __VERIFIER_atomic_take_write();
  x = 3;
  writing = 0;
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  __VERIFIER_atomic_take_read();
  int seen = x;
  y = seen;
  assert(y == x);
  __VERIFIER_atomic_give_read();
  return NULL;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  return 0;
}
