// A handshake: request and answer. The bug: the answer is reset after the request was sent.
// case: --unroll 3 => verified
// case: --unroll 3 -- -DBUG => error
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request, answer;

static void *server(void *unused) {
  (void)unused;
  int wanted;
  while ((wanted = atomic_load(&request)) == 0)
    ;
  atomic_store(&answer, wanted * 2);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
#ifdef BUG
  atomic_store(&request, 21);
  atomic_store(&answer, 0);
  pthread_join(t, NULL);
  assert(atomic_load(&answer) == 42);
#else
  atomic_store(&answer, 0);
  atomic_store(&request, 21);
  while (atomic_load(&answer) == 0)
    ;
  assert(atomic_load(&answer) == 42);
  pthread_join(t, NULL);
#endif
  return 0;
}
