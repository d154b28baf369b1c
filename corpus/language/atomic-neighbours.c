// Atomic bytes that lie side by side are independent of each other.
// case: => verified complete=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uchar bytes[4];

static void *fill(void *argument) {
  uintptr_t i = (uintptr_t)argument;
  atomic_store(&bytes[i], (unsigned char)(i + 1));
  assert(atomic_load(&bytes[i]) == i + 1);
  return NULL;
}

int main(void) {
  pthread_t t[4];
  for (uintptr_t i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, fill, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  assert(bytes[0] + bytes[1] + bytes[2] + bytes[3] == 10);
  return 0;
}
