// Three threads increment by every means there is: six orders, all the same to everybody.
// case: --no-commute => verified complete=6
// case: => verified complete=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long counter;

static void *c11(void *unused) {
  (void)unused;
  atomic_fetch_add(&counter, 1);
  return NULL;
}

static void *plus_plus(void *unused) {
  (void)unused;
  counter++;
  return NULL;
}

static void *sync(void *unused) {
  (void)unused;
  __atomic_fetch_add((long *)&counter, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, c11, NULL);
  pthread_create(&t2, NULL, plus_plus, NULL);
  pthread_create(&t3, NULL, sync, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  assert(counter == 3);
  return 0;
}
