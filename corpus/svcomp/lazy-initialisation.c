// Three threads under one mutex; the last one must not see both writes before it.
// case: => error assertion line=28
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add_one(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return NULL;
}

static void *add_two(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  data += 2;
  pthread_mutex_unlock(&m);
  return NULL;
}

static void *check(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  assert(data < 3); // BUG
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, add_one, NULL);
  pthread_create(&t2, NULL, add_two, NULL);
  pthread_create(&t3, NULL, check, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return 0;
}
