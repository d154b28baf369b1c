// A thread body that returns int, cast to the type of a thread body: common, and works on all machines.
// case: => verified
#include <pthread.h>
static int n;
static int body(int *p) {
  *p = 3;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void *(*)(void *))body, &n);
  pthread_join(t, 0);
  return n == 3 ? 0 : 1;
}
