// A word is waited for that two threads write byte by byte: it has the value wanted only if one of
// them has come and the other has not.
// case: --algorithm optimal --no-check livelock => verified complete=1 blocked=1
// case: --algorithm source --no-check livelock => verified complete=1 blocked=1
// case: => error livelock line=29
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static union {
  atomic_ushort word;
  atomic_uchar byte[2];
} shared;

static void *low(void *unused) {
  (void)unused;
  atomic_store(&shared.byte[0], 1);
  return NULL;
}

static void *high(void *unused) {
  (void)unused;
  atomic_store(&shared.byte[1], 1);
  return NULL;
}

static void *wait(void *unused) {
  (void)unused;
  while (atomic_load(&shared.word) != 1)
    ;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, low, NULL);
  pthread_create(&threads[1], NULL, high, NULL);
  pthread_create(&threads[2], NULL, wait, NULL);
  return 0;
}
