// A thread pool from a manual: a queue of functions, shut down by a flag and a broadcast.
// case: => verified
// case: -- -DSIGNAL => error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define WORKERS 2
struct job {
  void (*run)(void *);
  void *arg;
  struct job *next;
};
static struct {
  pthread_mutex_t m;
  pthread_cond_t c;
  struct job *first;
  int stop;
  pthread_t t[WORKERS];
} pool = {.m = PTHREAD_MUTEX_INITIALIZER, .c = PTHREAD_COND_INITIALIZER};
static int done;
static void work(void *p) {
  __atomic_fetch_add((int *)p, 1, __ATOMIC_RELAXED);
}
static void *worker(void *u) {
  for (;;) {
    pthread_mutex_lock(&pool.m);
    while (!pool.first && !pool.stop)
      pthread_cond_wait(&pool.c, &pool.m);
    struct job *j = pool.first;
    if (!j) {
      pthread_mutex_unlock(&pool.m);
      return u;
    }
    pool.first = j->next;
    pthread_mutex_unlock(&pool.m);
    j->run(j->arg);
    free(j);
  }
}
static void submit(void (*run)(void *), void *arg) {
  struct job *j = malloc(sizeof *j);
  *j = (struct job){run, arg, NULL};
  pthread_mutex_lock(&pool.m);
  j->next = pool.first;
  pool.first = j;
  pthread_cond_signal(&pool.c);
  pthread_mutex_unlock(&pool.m);
}
int main(void) {
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&pool.t[i], NULL, worker, NULL);
  submit(work, &done);
  pthread_mutex_lock(&pool.m);
  pool.stop = 1;
#ifdef SIGNAL
  pthread_cond_signal(&pool.c);
#else
  pthread_cond_broadcast(&pool.c);
#endif
  pthread_mutex_unlock(&pool.m);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(pool.t[i], NULL);
  assert(done == 1);
}
