// Each thread holds a mutex, but not the same one.
// case: --check races => error data-race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  x++;
  pthread_mutex_unlock(&a);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  pthread_mutex_lock(&b);
  x++;
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
