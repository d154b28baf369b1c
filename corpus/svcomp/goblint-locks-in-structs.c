// Goblint's regressions: __goblint_check, races that a lock in a struct guards.
// case: --check races => verified
// case: --check races -- -DRACE => error data-race
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
struct { int data; pthread_mutex_t m; } s[2] = {{0, PTHREAD_MUTEX_INITIALIZER}, {0, PTHREAD_MUTEX_INITIALIZER}};
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static void lock(pthread_mutex_t *m) { pthread_mutex_lock(m); }
void __goblint_check(int e) { assert(e); }
void *f(void *arg) {
#ifdef RACE
  int i = 1;
#else
  int i = 0;
#endif
  lock(&s[i].m); s[0].data++; pthread_mutex_unlock(&s[i].m);
  return NULL;
}
int main() {
  pthread_t id;
  pthread_create(&id, NULL, f, NULL);
  lock(&s[0].m); s[0].data--; pthread_mutex_unlock(&s[0].m);
  pthread_join(id, NULL);
  __goblint_check(s[0].data == 0);
  printf("%d\n", s[0].data);
  return 0;
}
