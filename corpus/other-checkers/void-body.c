// case: => verified
#include <pthread.h>
static int n;
static void body(void) {
  n = 3;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void *)body, 0);
  pthread_join(t, 0);
  return n == 3 ? 0 : 1;
}
