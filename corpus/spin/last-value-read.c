// The value that ends the loop is used behind it, so the wait must not lose it.
// case: => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
int word;
static void *writer(void *unused) {
  word = 1;
  word = 2;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = word;
  while (seen < 1) {
    seen = word;
  }
#ifdef BUG
  assert(seen == 1);
#else
  assert(seen == 1 || seen == 2);
#endif
  pthread_join(thread, 0);
}
