// Two counters chase each other; the bound of their growth is just not reached.
// case: => verified
// case: -- -DLIMIT=11 => error assertion
#include <assert.h>
#include <pthread.h>

#ifndef LIMIT
#define LIMIT 12
#endif
#define ROUNDS 3

static int i = 3, j = 6;

static void *push_i(void *unused) {
  (void)unused;
  for (int k = 0; k < ROUNDS; k++)
    i = j + 1;
  return NULL;
}

static void *push_j(void *unused) {
  (void)unused;
  for (int k = 0; k < ROUNDS; k++)
    j = i + 1;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, push_i, NULL);
  pthread_create(&t2, NULL, push_j, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(i <= LIMIT && j <= LIMIT);
  return 0;
}
