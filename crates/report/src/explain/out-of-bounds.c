// threadproof check out-of-bounds.c
#include <pthread.h>
#include <stdatomic.h>

static atomic_int used;
static int slots[2];

static void *put(void *unused) {
  if (atomic_load(&used) < 2)
    slots[atomic_fetch_add(&used, 1)] = 1; // `used` may have grown since it was looked at
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, put, NULL);
  pthread_create(&second, NULL, put, NULL);
  put(NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
