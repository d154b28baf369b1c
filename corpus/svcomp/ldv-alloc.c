// The driver tests' allocator may return null.
// case: => error null-deref
// case: -- -DFIX => verified
#include <stdlib.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
void *ldv_malloc(size_t n) {
  if (__VERIFIER_nondet_bool())
    return 0;
  return malloc(n);
}
struct device {
  int open;
  pthread_mutex_t lock;
};
struct device *dev;
void *irq(void *a) {
  pthread_mutex_lock(&dev->lock);
  dev->open++;
  pthread_mutex_unlock(&dev->lock);
  return 0;
}
int main() {
  dev = ldv_malloc(sizeof *dev);
#ifdef FIX
  if (!dev)
    return 0;
#endif
  dev->open = 0;
  pthread_mutex_init(&dev->lock, 0);
  pthread_t t;
  pthread_create(&t, 0, irq, 0);
  pthread_join(t, 0);
  int r = dev->open;
  pthread_mutex_destroy(&dev->lock);
  free(dev);
  return r - 1;
}
