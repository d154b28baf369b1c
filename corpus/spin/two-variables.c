// A loop that waits for both of two flags ends only if both come, and who spins in it for ever is reported.
// case: => verified complete=1 blocked=0
// case: -- -DBUG => error livelock
// case: --model tso => verified
// case: --model tso -- -DBUG => error livelock
// case: --model ra -- -DBUG => error livelock
// case: --model c11 => verified
// case: --model c11 -- -DBUG => error livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first = 1, second = 1;
static int data;

static void *one(void *unused) {
  data = 1;
  atomic_store(&first, 0);
  return unused;
}

static void *other(void *unused) {
#ifndef BUG
  atomic_store(&second, 0);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  while (atomic_load(&first) || atomic_load(&second))
    ;
  assert(data == 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
