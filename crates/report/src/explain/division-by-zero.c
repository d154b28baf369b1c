// threadproof check division-by-zero.c
#include <pthread.h>
#include <stdatomic.h>

static atomic_int workers;

static void *work(void *unused) {
  atomic_fetch_add(&workers, 1);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  int share = 100 / atomic_load(&workers); // it may not have started yet
  pthread_join(other, NULL);
  return share == 0;
}
