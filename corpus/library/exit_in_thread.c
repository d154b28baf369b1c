// exit in a thread ends the program; the handlers run in that thread.
// case: => verified
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_t who;
static void h(void) {
  assert(pthread_equal(who, pthread_self()));
}
static void *t(void *a) {
  who = pthread_self();
  exit(0);
  return a;
}
int main(void) {
  atexit(h);
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
  assert(0);
}
