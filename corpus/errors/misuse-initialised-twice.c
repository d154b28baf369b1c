// Initialising a lock or a barrier that a thread uses is misuse; after its use, or where its memory had another use, it
// is none.
// case: => verified
// case: --model c11 => verified
// case: --model tso => verified
// case: -- -DMUTEX => error mutex-misuse line=49
// case: --model c11 -- -DMUTEX => error mutex-misuse line=49
// case: --model tso -- -DMUTEX => error mutex-misuse line=49
// case: --algorithm optimal -- -DOTHER => error mutex-misuse
// case: -- -DREADER => error mutex-misuse line=60
// case: -- -DWRITER => error mutex-misuse line=64
// case: --model c11 -- -DREADER => error mutex-misuse line=60
// case: --model c11 -- -DWRITER => error mutex-misuse line=64
// case: --no-check deadlock -- -DBARRIER => error mutex-misuse line=70
// case: --model c11 --no-check deadlock -- -DBARRIER => error mutex-misuse line=70
// case: -- -DMTX => error mutex-misuse line=76
// case: --model ra -- -DMUTEX => error mutex-misuse line=49
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

static pthread_mutex_t m;
static pthread_rwlock_t l;
static pthread_barrier_t b;
static atomic_int held;

static void *hold(void *unused) {
  pthread_mutex_lock(&m);
  held = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

static void *arrive(void *unused) {
  pthread_barrier_wait(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&m, NULL);
  pthread_rwlock_init(&l, NULL);
  pthread_barrier_init(&b, NULL, 2);
#ifdef MUTEX
  pthread_mutex_lock(&m);
  // The holder itself.
  pthread_mutex_init(&m, NULL);
#elif defined OTHER
  pthread_create(&t, NULL, hold, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  // Only if the other thread has it just now.
  pthread_mutex_init(&m, NULL);
  pthread_join(t, NULL);
#elif defined READER
  pthread_rwlock_rdlock(&l);
  // A reader.
  pthread_rwlock_init(&l, NULL);
#elif defined WRITER
  pthread_rwlock_wrlock(&l);
  // A writer.
  pthread_rwlock_init(&l, NULL);
#elif defined BARRIER
  pthread_create(&t, NULL, arrive, NULL);
  // Only if the other thread waits already.
  // A deadlock is possible, too, and comes later.

  pthread_barrier_init(&b, NULL, 2);
  pthread_barrier_wait(&b);
  pthread_join(t, NULL);
#elif defined MTX
  mtx_t x;
  mtx_init(&x, mtx_plain), mtx_lock(&x);
  mtx_init(&x, mtx_plain);
#else
  (void)hold, (void)arrive, (void)&t;
  // Used and free again.
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_init(&m, NULL);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_init(&l, NULL);
  // Memory that a free list, or text, was in before.
  void **pooled = malloc(sizeof(pthread_mutex_t));
  *pooled = pooled;
  pthread_mutex_init((pthread_mutex_t *)pooled, NULL);
  char *text = malloc(sizeof(pthread_rwlock_t));
  for (unsigned i = 0; i < sizeof(pthread_rwlock_t); i++)
    text[i] = 'a';
  pthread_rwlock_init((pthread_rwlock_t *)text, NULL);
  // Memory that nothing was in.
  pthread_barrier_t *fresh = malloc(sizeof *fresh);
  pthread_barrier_init(fresh, NULL, 2);
#endif
  return 0;
}
