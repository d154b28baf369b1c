// A thread reads a variable under a mutex, and writes the same value back under it later. In between another thread may have
// written; that write is lost then, and its thread can see it. So the round is not in vain, although the value is the one that
// it had read, and nothing races.
// case: --model sc --algorithm optimal --check races --unroll 3 => error assertion
// case: --model c11 --unroll 3 => error assertion
// case: --model sc --algorithm optimal --check races --max-steps 1000 => inconclusive
// case: --model c11 --max-steps 1000 => inconclusive
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, ended, lost;

static void *write_twice(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  value = 1;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (value == 0)
    lost = 1;
  ended = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_twice, 0);
  for (;;) {
    pthread_mutex_lock(&lock);
    int found = value, stop = ended;
    pthread_mutex_unlock(&lock);
    if (stop)
      break;
    if (found)
      continue;
    pthread_mutex_lock(&lock);
    value = 0;
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, 0);
  assert(!lost);
}
