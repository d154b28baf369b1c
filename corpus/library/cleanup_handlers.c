// Clean-up handlers run when popped with a nonzero argument, and at the end of a thread by pthread_exit, also from a
// function that it calls.
// case: => verified
// case: -- -DEXIT => verified
// case: -- -DEXIT -DDEEP => verified
#include <assert.h>
#include <pthread.h>
static int order[4], n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void note(void *p) {
  order[n++] = *(int *)p;
}
static void unlock(void *p) {
  pthread_mutex_unlock(p);
}
static void leave(void *a) {
  int three = 3;
  pthread_cleanup_push(note, &three);
  pthread_cleanup_pop(0);
  pthread_exit(a);
}
static void *t(void *a) {
  int one = 1, two = 2;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
#ifdef DEEP
  if (a)
    leave(a);
#endif
  if (a)
    pthread_exit(a);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return a;
}
int main(void) {
  pthread_t x;
  void *r;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
  assert(n == 1 && order[0] == 1);
#ifdef EXIT
  pthread_create(&x, 0, t, &m);
  pthread_join(x, &r);
  assert(r == &m && n == 3 && order[1] == 2 && order[2] == 1);
#endif
  (void)r;
  (void)leave;
  assert(pthread_mutex_trylock(&m) == 0);
}
