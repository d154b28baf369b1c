// An object of the heap that only its creator uses in most executions. In some of them another thread gets a pointer
// to it, and writes between the creator's read and its write.
// case: --model sc --no-check races => error assertion
// case: --model tso --no-check races => error assertion
// case: --model ra => error data-race
// case: => error
// case: --model sc --no-check races -- -DKEEP => verified
// case: -- -DKEEP => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int asked;
static _Atomic(int *) slot;

static void *create(void *unused) {
  int *object = malloc(sizeof *object);
  *object = 0;
  for (int i = 0; i < 10; i++)
    *object = *object + 1;
#ifndef KEEP
  if (atomic_load(&asked))
    atomic_store(&slot, object);
#else
  if (atomic_load(&asked))
    *object = *object + 1 - 1;
#endif
  for (int i = 0; i < 10; i++)
    *object = *object + 1;
  assert(*object == 20);
  return unused;
}

static void *write(void *unused) {
  atomic_store(&asked, 1);
  int *object = atomic_load(&slot);
  if (object)
    *object = 100;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, create, NULL);
  pthread_create(&b, NULL, write, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
