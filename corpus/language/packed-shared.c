// A misaligned field of a packed structure is written byte by byte or as a whole: either way the
// reader, which waits, sees all of it.
// case: => verified
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
struct __attribute__((packed)) m {
  char tag;
  uint32_t value;
  uint64_t wide;
};
static struct m m;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *a) {
  pthread_mutex_lock(&lock);
  m.value = 0x01020304;
  m.wide = 0x1122334455667788ull;
  m.tag = 1;
  pthread_mutex_unlock(&lock);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_mutex_lock(&lock);
  if (m.tag)
    assert(m.value == 0x01020304 && m.wide == 0x1122334455667788ull);
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
}
