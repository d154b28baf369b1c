// Readers share the lock, the writer has it alone: no race.
// case: --check races => verified rf=unsupported
// case: --model ra => verified complete=14 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  first++;
  second++;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  assert(first == second);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t w, r1, r2;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r1, NULL, reader, NULL);
  pthread_create(&r2, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r1, NULL);
  pthread_join(r2, NULL);
  return 0;
}
