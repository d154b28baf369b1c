// C as it was once written: no prototypes, no types, calls of functions that come later.
// case: => verified
// case: -- -DBUG => error assertion
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
counter = 0;
add(by) int by; {
  pthread_mutex_lock(&m);
  counter += by;
  pthread_mutex_unlock(&m);
#ifdef BUG
  counter++;
#endif
  return 0;
}
void *worker(argument) void *argument; { add(2); }
main() {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  later(counter);
}
later(x) { if (x != 4) reach_error(); }
