// A ticket lock whose counters are narrower than int: C compares them after extending both, and the loop waits all the same.
// case: => verified complete=6 blocked=0
// case: -- -DSIGNED => verified complete=6 blocked=0
// case: --model tso => verified complete=6 blocked=0
// case: -- -DBYTE => verified complete=6 blocked=0
#include <assert.h>
#include <pthread.h>

#if defined SIGNED
typedef short number;
#elif defined BYTE
typedef unsigned char number;
#else
typedef unsigned short number;
#endif

static struct {
  volatile number head, tail;
} ticket;
static int counter;

static void *worker(void *unused) {
  number mine = __sync_fetch_and_add(&ticket.tail, 1);
  while (ticket.head != mine)
    __builtin_ia32_pause();
  counter++;
  __sync_synchronize();
  ticket.head++;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  assert(counter == 3);
}
