// Two threads move one index on: together they run past the end.
// case: => error out-of-bounds line=13
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static int slots[3];

static void *append(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    int mine = atomic_fetch_add(&next, 1);
    slots[mine] = 1; // BUG
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, append, NULL);
  pthread_create(&t2, NULL, append, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
