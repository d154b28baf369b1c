// A try-lock that fails has seen that the mutex is held, but synchronises with nobody: the standard lets it
// fail for no reason. (Boehm, "Reordering Constraints for Pthread-Style Locks", PPoPP 2007.)
// case: --model c11 => error data-race
// case: --model c11 -- -DTAKEN => verified
#include "c11.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *holder(void *unused) {
  (void)unused;
  data = 1;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *visitor(void *unused) {
  (void)unused;
#ifdef TAKEN
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#else
  if (pthread_mutex_trylock(&mutex) == 0)
    pthread_mutex_unlock(&mutex);
  else
    (void)*(volatile int *)&data;
#endif
  return NULL;
}

int main(void) {
  RUN(holder, visitor);
  return 0;
}
