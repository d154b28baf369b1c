// Every attribute function of pthreads returns success, and what was set can be read back.
// case: => verified
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
static void *t(void *a) {
  return a;
}
int main(void) {
  pthread_attr_t a;
  int v;
  size_t n;
  void *s;
  struct sched_param p = {0};
  assert(!pthread_attr_init(&a));
  assert(!pthread_attr_setstacksize(&a, 1 << 16) && !pthread_attr_getstacksize(&a, &n) &&
         n == 1 << 16);
  assert(!pthread_attr_setguardsize(&a, 4096) && !pthread_attr_getguardsize(&a, &n) && n == 4096);
  assert(!pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE) &&
         !pthread_attr_getdetachstate(&a, &v) && v == PTHREAD_CREATE_JOINABLE);
  assert(!pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) && !pthread_attr_getscope(&a, &v) &&
         v == PTHREAD_SCOPE_SYSTEM);
  assert(!pthread_attr_setschedpolicy(&a, SCHED_FIFO) && !pthread_attr_getschedpolicy(&a, &v) &&
         v == SCHED_FIFO);
  assert(!pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) &&
         !pthread_attr_getinheritsched(&a, &v));
  p.sched_priority = 3;
  assert(!pthread_attr_setschedparam(&a, &p));
  p.sched_priority = 0;
  assert(!pthread_attr_getschedparam(&a, &p) && p.sched_priority == 3);
  pthread_t x;
  assert(!pthread_create(&x, &a, t, &a));
  void *r;
  assert(!pthread_join(x, &r) && r == &a);
  assert(!pthread_attr_destroy(&a));
  pthread_attr_t own;
  assert(!pthread_getattr_np(pthread_self(), &own));
  assert(!pthread_attr_getstack(&own, &s, &n) && n > 0);
  pthread_attr_destroy(&own);
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  assert(!pthread_setaffinity_np(pthread_self(), sizeof set, &set));
  assert(!pthread_getaffinity_np(pthread_self(), sizeof set, &set));
  clockid_t c;
  assert(!pthread_getcpuclockid(pthread_self(), &c));
}
