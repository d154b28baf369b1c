// A destructor gets the thread's value, which is null by then; keys without values are left alone.
// case: => verified
// case: --check leaks -- -DLEAK => error leak
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_key_t k, unused;
static atomic_int freed;
static void done(void *p) {
  assert(p && !pthread_getspecific(k));
  free(p);
  freed++;
}
static void *t(void *a) {
  assert(!pthread_getspecific(k));
  pthread_setspecific(k, malloc(4));
  assert(pthread_getspecific(k));
  return a;
}
int main(void) {
#ifdef LEAK
  pthread_key_create(&k, 0);
#else
  pthread_key_create(&k, done);
#endif
  pthread_key_create(&unused, done);
  pthread_t x, y;
  pthread_create(&x, 0, t, 0);
  pthread_create(&y, 0, t, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
#ifndef LEAK
  assert(freed == 2);
  assert(!pthread_key_delete(k));
#endif
}
