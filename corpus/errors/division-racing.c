// The divisor is zero for a moment while another thread changes it.
// case: => error division-by-zero line=18
#include <pthread.h>
#include <stdatomic.h>

static atomic_int workers = 1;

static void *replace(void *unused) {
  (void)unused;
  atomic_fetch_sub(&workers, 1);
  atomic_fetch_add(&workers, 2);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, replace, NULL);
  int share = 100 / atomic_load(&workers); // BUG
  (void)share;
  pthread_join(t, NULL);
  return 0;
}
