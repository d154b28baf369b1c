// A thread looks at a flag under a mutex, over and over, until another thread has set it. Rounds in vain change nothing
// and leave no trace. If nobody sets the flag, the thread looks for ever (-DNEVER). -DTRIES: somebody else can tell that
// the mutex is taken for a while, so the rounds matter, and there is no end of them.
// case: --model c11 => verified
// case: --model sc --algorithm optimal => verified
// case: --model sc --algorithm rf => verified
// case: --model tso --algorithm rf => verified
// case: --model tso --algorithm optimal => verified
// case: --model c11 -- -DNEVER => error livelock
// case: --model sc --algorithm optimal -- -DNEVER => error livelock
// case: --model sc --algorithm rf -- -DNEVER => error livelock
// case: --model sc --algorithm optimal --max-steps 1000 -- -DTRIES => inconclusive
// case: --model c11 -- -DEARLY => error assertion
// case: --model sc --algorithm optimal -- -DEARLY => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool ready;
static int answer;

static void set(void) {
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
  (void)unused;
#ifdef TRIES
  if (pthread_mutex_trylock(&lock))
    return 0;
  pthread_mutex_unlock(&lock);
#endif
#ifdef EARLY
  set();
#endif
  pthread_mutex_lock(&lock);
  answer = 42;
  pthread_mutex_unlock(&lock);
#ifndef NEVER
  set();
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  for (;;) {
    pthread_mutex_lock(&lock);
    bool done = ready;
    pthread_mutex_unlock(&lock);
    if (done)
      break;
  }
  pthread_mutex_lock(&lock);
  assert(answer == 42);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
