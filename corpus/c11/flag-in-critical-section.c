// A relaxed flag is raised while a mutex is held. Whoever sees it and then takes the mutex comes after the critical section;
// whoever does not take it knows nothing of the data, and a fence before the unlock does not help without one behind
// the look at the flag.
// case: --model c11 => verified complete=2
// case: --model c11 -- -DBARE => error data-race
// case: --model c11 -- -DBARE -DBEFORE => error data-race
// case: --model c11 -- -DBARE -DBEFORE -DBEHIND => error data-race
// case: --model c11 -- -DBARE -DEARLY -DBEHIND => verified complete=2
#include "c11.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int data;

static void *writer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  data = 1;
#ifdef EARLY
  fence(seq_cst);
#endif
  store(&flag, 1, relaxed);
#ifdef BEFORE
  // Behind the store that it would have to come before.
  fence(seq_cst);
#endif
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  if (!load(&flag, relaxed))
    return NULL;
#ifdef BEHIND
  fence(seq_cst);
#endif
#ifndef BARE
  pthread_mutex_lock(&mutex);
#endif
  assert(data == 1);
#ifndef BARE
  pthread_mutex_unlock(&mutex);
#endif
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
