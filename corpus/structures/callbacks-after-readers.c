// Read-copy-update with a thread that runs callbacks after a grace period, as call_rcu of userspace-rcu. With BUG the thread does not
// wait for readers.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model c11 -- -DBUG => error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
struct callback {
  struct callback *next;
  void (*run)(struct callback *);
};
struct item {
  int value;
  struct callback after;
};
static _Atomic(struct item *) current;
static atomic_int reading;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct callback *queue;
static int stop;
static void wait_for_readers(void) {
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&reading, memory_order_acquire))
    ;
}
static void call(struct callback *callback, void (*run)(struct callback *)) {
  callback->run = run;
  pthread_mutex_lock(&mutex);
  callback->next = queue;
  queue = callback;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}
static void *runs_callbacks(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (!queue && !stop)
      pthread_cond_wait(&condition, &mutex);
    struct callback *list = queue;
    queue = NULL;
    pthread_mutex_unlock(&mutex);
    if (!list)
      return unused;
#ifndef BUG
    wait_for_readers();
#endif
    while (list) {
      struct callback *next = list->next;
      list->run(list);
      list = next;
    }
  }
}
static void free_item(struct callback *callback) {
  free((char *)callback - offsetof(struct item, after));
}
static void *reads(void *unused) {
  atomic_store_explicit(&reading, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  struct item *seen = atomic_load_explicit(&current, memory_order_acquire);
  assert(seen->value == 1 || seen->value == 2);
  atomic_store_explicit(&reading, 0, memory_order_release);
  return unused;
}
int main(void) {
  struct item *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  first->value = 1;
  second->value = 2;
  atomic_store(&current, first);
  pthread_t reader, callbacks;
  pthread_create(&callbacks, NULL, runs_callbacks, NULL);
  pthread_create(&reader, NULL, reads, NULL);
  struct item *old = atomic_exchange_explicit(&current, second, memory_order_acq_rel);
  call(&old->after, free_item);
  pthread_join(reader, NULL);
  pthread_mutex_lock(&mutex);
  stop = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(callbacks, NULL);
  free(second);
}
