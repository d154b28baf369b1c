// case: --check uninitialized => verified
// case: --check uninitialized -- -DLOCAL => error uninitialized
// case: --check uninitialized -- -DFIELD => error uninitialized
// case: --check uninitialized -- -DHEAP => error uninitialized
// case: --check uninitialized -- -DREALLOC => error uninitialized
// case: --check uninitialized -- -DPASS => error uninitialized
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct s {
  int a;
  char c;
  int b;
};
static int use(int v) {
  return v > 3;
}
static void *t(void *p) {
  return (void *)(long)*(int *)p;
}
int main(void) {
  struct s s = {1}, c = s;
  memcpy(&c, &s, sizeof c);
  int r = c.b;
  char *z = calloc(1, 4);
  r += z[2];
  free(z);
  static int st;
  r += st;
#ifdef LOCAL
  int v;
  r += use(*(volatile int *)&v);
#elif defined FIELD
  struct s u;
  u.a = 1;
  struct s w = u;
  r += use(w.b);
#elif defined HEAP
  int *h = malloc(8);
  h[0] = 1;
  r += use(h[1]);
  free(h);
#elif defined REALLOC
  int *h = calloc(1, 4);
  h = realloc(h, 8);
  r += use(h[1]);
  free(h);
#elif defined PASS
  int v;
  pthread_t x;
  pthread_create(&x, 0, t, &v);
  void *q;
  pthread_join(x, &q);
  r += (long)q != 0;
#endif
  return r > 100;
}
