// threadproof check livelock.c
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *pass(void *unused) {
  atomic_store(&turn, 1);
  atomic_store(&turn, 2);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, pass, NULL);
  while (atomic_load(&turn) != 1) // the moment may be missed
    ;
  pthread_join(other, NULL);
}
