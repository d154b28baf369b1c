// A round that copies memory without a value over a zero has changed something, although the bytes are taken for zeros: the
// use of them after the loop is an error. In a local variable (-DLOCAL) it is the same. A copy that nobody uses is no
// error (-DUNUSED).
// case: --model c11 => error uninitialized
// case: --model sc --algorithm optimal --check uninitialized --uninitialized error => error uninitialized
// case: --model c11 -- -DLOCAL => error uninitialized
// case: --model c11 -- -DLOCAL -DUNUSED => verified
// case: --model sc --algorithm optimal --uninitialized error -- -DLOCAL -DUNUSED => verified
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop, copied, positive, *unwritten;

struct pair {
  int first, second;
};
static struct pair pass(struct pair it) { return it; }

static void *end(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  stop = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  unwritten = malloc(sizeof *unwritten);
  pthread_t thread;
  pthread_create(&thread, 0, end, 0);
  struct pair it = {0, 0};
  for (;;) {
    pthread_mutex_lock(&lock);
    int found = stop;
#ifndef LOCAL
    if (!found && copied == 0)
      memcpy(&copied, unwritten, sizeof copied);
#endif
    pthread_mutex_unlock(&lock);
    if (found)
      break;
    struct pair next;
    next.first = 0;
    it = pass(next);
  }
#ifndef LOCAL
  if (copied)
    positive = 1;
#elif defined UNUSED
  if (it.first)
    positive = 1;
#else
  if (it.second)
    positive = 1;
#endif
  pthread_join(thread, 0);
  free(unwritten);
}
