// threadproof check --check races data-race.c
#include <pthread.h>

static int count; // neither atomic nor under a mutex

static void *add(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  count++;
  pthread_join(other, NULL);
}
