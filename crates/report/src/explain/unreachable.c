// threadproof check unreachable.c
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void *advance(void *unused) {
  atomic_fetch_add(&state, 1);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, advance, NULL);
  advance(NULL);
  switch (atomic_load(&state)) {
  case 1:
    break;
  default: // both may have been here
    __builtin_unreachable();
  }
  pthread_join(other, NULL);
}
