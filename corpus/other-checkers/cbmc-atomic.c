// CBMC's words for atomic blocks, assumptions and assertions.
// case: => verified
// case: -- -DBUG => error assertion
#include <pthread.h>
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int x;
void *t(void *a) {
#ifndef BUG
  __CPROVER_atomic_begin();
#endif
  x++;
#ifndef BUG
  __CPROVER_atomic_end();
#endif
  return a;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __CPROVER_assert(x == 2, "both count");
}
