// Store buffering with a mutex operation in between: locking empties the buffer.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
#include "weak.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  a = load(&y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 0 && b == 0);
  return 0;
}
