// case: => error use-after-free
// case: -- -DJOIN => verified
#include <pthread.h>
#include <stdlib.h>
int *p;
void *t(void *a) {
  *p = 1;
  return 0;
}
int main() {
  pthread_t id;
  p = malloc(sizeof *p);
  if (!p)
    return 1;
  pthread_create(&id, 0, t, 0);
#ifdef JOIN
  pthread_join(id, 0);
#endif
  free(p);
#ifndef JOIN
  pthread_join(id, 0);
#endif
}
