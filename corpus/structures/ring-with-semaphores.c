// A bounded buffer whose indices are bit-fields.
// case: => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#include <string.h>
struct ring {
  int buf[2];
  unsigned head : 4, tail : 4;
  sem_t full, empty;
  pthread_mutex_t m;
};
static struct ring R;
static void put(struct ring *r, int v) {
  sem_wait(&r->empty);
  pthread_mutex_lock(&r->m);
  r->buf[r->head % 2] = v;
  r->head++;
  pthread_mutex_unlock(&r->m);
  sem_post(&r->full);
}
static int get(struct ring *r) {
  sem_wait(&r->full);
  pthread_mutex_lock(&r->m);
  int v = r->buf[r->tail % 2];
  r->tail++;
  pthread_mutex_unlock(&r->m);
  sem_post(&r->empty);
  return v;
}
static void *p(void *u) {
  for (int i = 1; i <= 2; i++)
    put(&R, i);
  return u;
}
int main(void) {
  memset(&R, 0, sizeof R);
  sem_init(&R.full, 0, 0);
  sem_init(&R.empty, 0, 2);
  pthread_mutex_init(&R.m, NULL);
  pthread_t a;
  pthread_create(&a, 0, p, 0);
  int x = get(&R), y = get(&R);
  assert(x == 1 && y == 2);
  pthread_join(a, 0);
}
