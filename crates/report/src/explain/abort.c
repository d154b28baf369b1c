// threadproof check abort.c
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owner;

static void *own(void *unused) {
  if (atomic_exchange(&owner, 1) == 1)
    abort(); // somebody else was first
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, own, NULL);
  own(NULL);
  pthread_join(other, NULL);
}
