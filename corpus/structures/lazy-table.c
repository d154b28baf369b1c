// Double-checked initialisation that publishes a structure before its table.
// case: => error null-deref
// case: --model tso => error null-deref
// case: --model pso => error null-deref
// case: --model ra => error data-race
#include <pthread.h>
#include <stdlib.h>
struct cfg {
  int *table;
};
static struct cfg *c;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct cfg *get(void) {
  if (!c) {
    pthread_mutex_lock(&m);
    if (!c) {
      c = calloc(1, sizeof *c);
      c->table = malloc(4);
      *c->table = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return c;
}
static void *t(void *u) {
  (void)*get()->table;
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
