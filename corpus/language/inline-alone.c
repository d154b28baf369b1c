// Functions that are `inline` and nothing else, as GNU C had them.
// case: => verified complete=2
// case: --model tso => verified complete=2
// case: -- -std=c99 => verified complete=2
#include <assert.h>
#include <pthread.h>
static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
inline void enter(void) { pthread_mutex_lock(&mutex); }
__inline__ int leave(int value) {
  pthread_mutex_unlock(&mutex);
  return value;
}
static inline void *increment(void *unused) {
  enter();
  count++;
  leave(0);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int (*function)(int) = leave;
  enter();
  assert(function(count) == 2);
}
