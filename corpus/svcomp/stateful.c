// Two threads compute under two mutexes; the result depends on their order, but not badly.
// case: => verified complete=2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x = 10, y = 10;

static void *up(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x++;
  y--;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

static void *twice(void *unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x *= 2;
  y *= 2;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, up, NULL);
  pthread_create(&t2, NULL, twice, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert((x == 22 && y == 18) || (x == 21 && y == 19));
  return 0;
}
