// case: => verified
// case: -- -DJOIN => error mutex-misuse
#include <pthread.h>
#include <assert.h>
static void *t(void *a) {
  return a;
}
int main(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_t x;
  assert(!pthread_create(&x, &a, t, 0));
#ifdef JOIN
  pthread_join(x, 0);
#endif
}
