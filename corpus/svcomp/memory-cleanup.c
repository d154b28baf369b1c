// Everything must be freed at the end.
// case: --check leaks => error leak
// case: --check leaks -- -DFIXED => verified
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int v; };
static struct node *list; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *push(void *a) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  n->v = 1;
  pthread_mutex_lock(&m);
  n->next = list; list = n;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, push, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
#ifdef FIXED
  while (list) { struct node *n = list; list = n->next; free(n); }
#else
  struct node *n = list; list = n->next; free(n);
  list = 0;
#endif
}
