// A work-stealing queue with a lock for thieves only: the owner may take what a thief takes.
// case: => error assertion
// case: -- -DFIX => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int head, tail;
static int items[2];
static atomic_int taken[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void take(int i) {
  assert(atomic_exchange(&taken[i], 1) == 0);
}
static void *thief(void *u) {
  pthread_mutex_lock(&m);
  int h = head;
#ifdef FIX
  head = h + 1;
  if (h < tail) {
    take(h);
  } else
    head = h;
#else
  if (h < tail) {
    head = h + 1;
    take(h);
  }
#endif
  pthread_mutex_unlock(&m);
  return u;
}
static void pop(void) {
  int t = tail - 1;
  tail = t;
  if (head <= t) {
    take(t);
    return;
  }
#ifdef FIX
  pthread_mutex_lock(&m);
  if (head <= t)
    take(t);
  else
    tail = t + 1;
  pthread_mutex_unlock(&m);
#else
  tail = t + 1;
#endif
}
int main(void) {
  items[0] = 1;
  tail = 1;
  pthread_t x;
  pthread_create(&x, 0, thief, 0);
  pop();
  pthread_join(x, 0);
  (void)items;
}
