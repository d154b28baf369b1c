// case: --check leaks => verified
// case: --check leaks -- -DLOST => error leak
// case: --check leaks -- -DTHREAD => error leak
// case: --check leaks -- -DREALLOC => error leak
// case: --check leaks -- -DGLOBAL => error leak
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *keep;
static void *t(void *a) {
#ifdef THREAD
  void *p = malloc(3);
  (void)p;
#endif
  return malloc(1);
}
int main(void) {
  pthread_t x;
  void *r;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, &r);
  free(r);
  char *s = strdup("x");
#ifdef LOST
  s = strdup("y");
#elif defined GLOBAL
  keep = malloc(9);
#elif defined REALLOC
  (void)realloc(s, 20);
  return 0;
#endif
  free(s);
}
