// The property "no deadlock" with two mutexes and a third as a gate.
// case: => verified
// case: -- -DNOGATE => error deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                g = PTHREAD_MUTEX_INITIALIZER;
#ifdef NOGATE
#define GATE(x)
#else
#define GATE(x) x
#endif
void *t1(void *p) {
  GATE(pthread_mutex_lock(&g);) pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  GATE(pthread_mutex_unlock(&g);) return 0;
}
void *t2(void *p) {
  GATE(pthread_mutex_lock(&g);) pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  GATE(pthread_mutex_unlock(&g);) return 0;
}
int main() {
  pthread_t x, y;
  pthread_create(&x, 0, t1, 0);
  pthread_create(&y, 0, t2, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
