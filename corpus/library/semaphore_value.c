// case: => verified
// case: --model ra => verified
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *t(void *a) {
  sem_post(&s);
  return a;
}
int main(void) {
  int v;
  assert(!sem_init(&s, 0, 1));
  assert(!sem_getvalue(&s, &v) && v == 1);
  assert(!sem_trywait(&s));
  assert(sem_trywait(&s) == -1 && errno == EAGAIN);
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  assert(!sem_wait(&s));
  pthread_join(x, 0);
  sem_getvalue(&s, &v);
  assert(v == 0);
  assert(!sem_destroy(&s));
}
