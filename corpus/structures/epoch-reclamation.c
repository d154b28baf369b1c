// Memory that readers may still see is freed two epochs after it was taken out. With BUG one epoch is enough, and a reader that entered in
// the epoch before still has the object.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model c11 -- -DBUG => error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
enum { READER, WRITER, THREADS };
#ifdef BUG
enum { NEEDED = 1 };
#else
enum { NEEDED = 2 };
#endif
static atomic_uint epoch, entered[THREADS];
static atomic_bool active[THREADS];
static _Atomic(int *) shared;
static void enter(int me) {
  atomic_store_explicit(&active[me], true, memory_order_relaxed);
  atomic_store_explicit(&entered[me], atomic_load(&epoch), memory_order_seq_cst);
  atomic_thread_fence(memory_order_seq_cst);
}
static void leave(int me) { atomic_store_explicit(&active[me], false, memory_order_release); }
static bool advance(void) {
  atomic_thread_fence(memory_order_seq_cst);
  unsigned now = atomic_load(&epoch);
  for (int i = 0; i < THREADS; i++)
    if (atomic_load_explicit(&active[i], memory_order_acquire) &&
        atomic_load_explicit(&entered[i], memory_order_acquire) != now)
      return false;
  return atomic_compare_exchange_strong(&epoch, &now, now + 1);
}
static void *reads(void *unused) {
  enter(READER);
  int *object = atomic_load_explicit(&shared, memory_order_acquire);
  assert(*object == 1 || *object == 2);
  leave(READER);
  return unused;
}
static void *writes(void *unused) {
  int *new_one = malloc(sizeof *new_one);
  *new_one = 2;
  enter(WRITER);
  int *old = atomic_exchange_explicit(&shared, new_one, memory_order_acq_rel);
  leave(WRITER);
  int epochs = 0;
  for (int i = 0; i < 2; i++)
    epochs += advance();
  if (epochs >= NEEDED)
    free(old);
  return unused;
}
int main(void) {
  int *object = malloc(sizeof *object);
  *object = 1;
  atomic_init(&shared, object);
  pthread_t reader, writer;
  pthread_create(&reader, NULL, reads, NULL);
  pthread_create(&writer, NULL, writes, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
}
