// Creation and join order plain accesses.
// case: --check races => verified complete=1
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>

static int x = 1;

static void *work(void *unused) {
  (void)unused;
  x++;
  return NULL;
}

int main(void) {
  pthread_t t;
  x++;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  assert(x == 3);
  return 0;
}
