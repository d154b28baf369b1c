// The functions of <threads.h>.
// case: => verified
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
static mtx_t m;
static cnd_t c;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int ready, inits;
static void init(void) {
  inits++;
}
static int body(void *a) {
  call_once(&once, init);
  tss_set(key, a);
  assert(tss_get(key) == a);
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  thrd_yield();
  return 7;
}
static int quits(void *a) {
  (void)a;
  thrd_exit(9);
}
int main(void) {
  thrd_t t;
  int r;
  assert(mtx_init(&m, mtx_plain) == thrd_success && cnd_init(&c) == thrd_success &&
         tss_create(&key, NULL) == thrd_success);
  assert(thrd_create(&t, body, &m) == thrd_success);
  call_once(&once, init);
  mtx_lock(&m);
  while (!ready)
    cnd_wait(&c, &m);
  mtx_unlock(&m);
  assert(thrd_join(t, &r) == thrd_success && r == 7);
  assert(inits == 1);
  assert(thrd_create(&t, quits, 0) == thrd_success && thrd_join(t, &r) == thrd_success && r == 9);
  assert(thrd_equal(thrd_current(), thrd_current()));
  struct timespec d = {0, 1};
  assert(thrd_sleep(&d, 0) == 0);
  mtx_t rec;
  mtx_init(&rec, mtx_plain | mtx_recursive);
  mtx_lock(&rec);
  assert(mtx_trylock(&rec) == thrd_success);
  mtx_unlock(&rec);
  mtx_unlock(&rec);
  mtx_destroy(&rec);
  mtx_destroy(&m);
  cnd_destroy(&c);
  tss_delete(key);
}
