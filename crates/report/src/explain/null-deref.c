// threadproof check null-deref.c
#include <pthread.h>
#include <stdatomic.h>

static int value = 1;
static _Atomic(int *) shared;

static void *publish(void *unused) {
  atomic_store(&shared, &value);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, publish, NULL);
  int seen = *atomic_load(&shared); // nothing may be published yet
  pthread_join(other, NULL);
  return seen == 0;
}
