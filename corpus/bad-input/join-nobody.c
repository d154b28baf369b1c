// A thread number that belongs to no thread is joined.
// case: => error
#include <pthread.h>

int main(void) {
  pthread_t t = (pthread_t)12345;
  pthread_join(t, NULL);
  return 0;
}
