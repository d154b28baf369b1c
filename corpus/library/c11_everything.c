// mtx_timedlock, cnd_timedwait, tss with destructors, call_once, thrd_exit, thrd_sleep, thrd_equal.
// case: => verified
#include <threads.h>
#include <assert.h>
#include <stdlib.h>
#include <time.h>
mtx_t m; cnd_t c; tss_t k; once_flag once = ONCE_FLAG_INIT; int ready, inits, freed;
void init(void) { inits++; }
void drop(void *p) { free(p); freed++; }
int t(void *a) {
  call_once(&once, init);
  tss_set(k, malloc(4));
  *(int *)tss_get(k) = 3;
  mtx_lock(&m); ready = 1; cnd_broadcast(&c); mtx_unlock(&m);
  thrd_exit(*(int *)tss_get(k));
}
int main(void) {
  mtx_init(&m, mtx_timed | mtx_recursive); cnd_init(&c); tss_create(&k, drop);
  thrd_t x; int r;
  assert(thrd_create(&x, t, 0) == thrd_success);
  assert(!thrd_equal(x, thrd_current()));
  struct timespec ts; timespec_get(&ts, TIME_UTC); ts.tv_sec++;
  if (mtx_timedlock(&m, &ts) == thrd_success) {
    while (!ready) if (cnd_timedwait(&c, &m, &ts) == thrd_timedout) break;
    mtx_unlock(&m);
  }
  thrd_sleep(&(struct timespec){.tv_nsec = 1}, 0); thrd_yield();
  call_once(&once, init);
  thrd_join(x, &r);
  assert(r == 3 && inits == 1 && freed == 1 && ready);
  cnd_destroy(&c); mtx_destroy(&m); tss_delete(k);
}
