// The bounds check and the use of the index are not atomic.
// case: => error out-of-bounds line=12
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top = 1;
static int stack[2];

static void *push(void *unused) {
  (void)unused;
  if (atomic_load(&top) < 2)
    stack[atomic_fetch_add(&top, 1)] = 7; // BUG
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, push, NULL);
  pthread_create(&t2, NULL, push, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
