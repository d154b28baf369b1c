// Two threads join the same thread, or one of them detaches it: whoever comes second makes a mistake, whatever the
// thread did before.
// case: => error mutex-misuse
// case: --model tso => error mutex-misuse
// case: --model pso => error mutex-misuse
// case: --model ra => error mutex-misuse
// case: -- -DVALUE => error mutex-misuse
// case: -- -DTHREE => error mutex-misuse
// case: -- -DTHREE -DVALUE => error mutex-misuse
// case: -- -DDETACH => error mutex-misuse
// case: -- -DTRY => error mutex-misuse
// case: -- -DC11 => error mutex-misuse
// case: -- -DORDERED => verified
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x;
static atomic_int joined;
static pthread_t worker;
static thrd_t c11_worker;

static void *work(void *argument) {
  x = 1;
  return argument;
}
static int c11_work(void *argument) {
  x = 1;
  return argument != NULL;
}

static void join(void) {
#ifdef VALUE
  void *value;
  pthread_join(worker, &value);
  x = value != NULL;
#elif defined C11
  thrd_join(c11_worker, NULL);
#else
  pthread_join(worker, NULL);
#endif
}

static void *second(void *argument) {
#ifdef DETACH
  pthread_detach(worker);
#elif defined TRY
  while (pthread_tryjoin_np(worker, NULL)) {
  }
#elif defined ORDERED
  // Only after the other one has joined, and so not the same thread.
  if (!joined)
    x = 2;
#else
  join();
#endif
  return argument;
}

int main(void) {
  pthread_t others[2];
  pthread_create(&worker, NULL, work, NULL);
  thrd_create(&c11_worker, c11_work, NULL);
  pthread_create(&others[0], NULL, second, NULL);
#ifdef THREE
  pthread_create(&others[1], NULL, second, NULL);
#endif
  join();
  joined = 1;
  pthread_join(others[0], NULL);
#ifdef THREE
  pthread_join(others[1], NULL);
#endif
  return 0;
}
