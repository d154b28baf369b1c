// A pool of detached workers that wait for work on a condition variable. Main waits until the work is done and
// returns, while the workers still wait: that is the end of the program, no deadlock.
// BUG: a worker does not tell that it has finished, and main waits for ever.
// case: --algorithm optimal => verified
// case: --algorithm rf => verified
// case: --model c11 => verified
// case: --model tso --algorithm optimal => verified
// case: --model ra => verified
// case: -- -DBUG => error deadlock
// case: --model c11 -- -DBUG => error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  void (*run)(int *);
  int *argument;
  struct job *next;
};

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t work, idle;
  struct job *first;
  int unfinished;
};

static void *worker(void *argument) {
  struct pool *pool = argument;
  for (;;) {
    pthread_mutex_lock(&pool->mutex);
    while (!pool->first)
      pthread_cond_wait(&pool->work, &pool->mutex);
    struct job *job = pool->first;
    pool->first = job->next;
    pthread_mutex_unlock(&pool->mutex);
    job->run(job->argument);
    free(job);
    pthread_mutex_lock(&pool->mutex);
    pool->unfinished--;
#ifndef BUG
    if (pool->unfinished == 0)
      pthread_cond_signal(&pool->idle);
#endif
    pthread_mutex_unlock(&pool->mutex);
  }
  return NULL;
}

static void add(struct pool *pool, void (*run)(int *), int *argument) {
  struct job *job = malloc(sizeof *job);
  job->run = run;
  job->argument = argument;
  pthread_mutex_lock(&pool->mutex);
  job->next = pool->first;
  pool->first = job;
  pool->unfinished++;
  pthread_cond_signal(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
}

static void finish(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  while (pool->unfinished)
    pthread_cond_wait(&pool->idle, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
}

static void increment(int *number) { ++*number; }

int main(void) {
  static struct pool pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0};
  static int results[2];
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &pool);
    pthread_detach(thread);
  }
  for (int i = 0; i < 2; i++)
    add(&pool, increment, &results[i]);
  finish(&pool);
  assert(results[0] == 1 && results[1] == 1);
  return 0;
}
