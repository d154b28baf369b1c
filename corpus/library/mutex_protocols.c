// Priority inheritance and ceilings change nothing.
// case: => verified complete=2
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m; int n;
void *t(void *_) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_mutexattr_t a; int p;
  pthread_mutexattr_init(&a);
  assert(!pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT));
  assert(!pthread_mutexattr_getprotocol(&a, &p) && p == PTHREAD_PRIO_INHERIT);
  assert(!pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE));
  pthread_mutex_init(&m, &a);
  pthread_mutexattr_destroy(&a);
  pthread_attr_t pa; struct sched_param sp; size_t ss;
  pthread_attr_init(&pa); pthread_attr_setstacksize(&pa, 1 << 20); pthread_attr_getstacksize(&pa, &ss); assert(ss == 1 << 20);
  pthread_attr_setinheritsched(&pa, PTHREAD_EXPLICIT_SCHED); pthread_attr_setschedpolicy(&pa, SCHED_OTHER);
  pthread_attr_getschedparam(&pa, &sp); pthread_attr_setschedparam(&pa, &sp); pthread_attr_setscope(&pa, PTHREAD_SCOPE_SYSTEM); pthread_attr_setguardsize(&pa, 4096);
  pthread_t x, y; pthread_create(&x, &pa, t, 0); pthread_create(&y, &pa, t, 0);
  pthread_attr_destroy(&pa);
  pthread_join(x, 0); pthread_join(y, 0);
  assert(n == 2);
  pthread_mutex_destroy(&m);
}
