// Plain accesses under a mutex are sequentially consistent in every model: two threads that enter twice make
// six orders of the sections.
// case: --model sc => verified complete=6 blocked=0
// case: --model tso => verified complete=6 blocked=0
// case: --model pso => verified complete=6 blocked=0
// case: --model tso --robustness -- -DCOUNT => verified robust=true
// case: --model pso --robustness -- -DCOUNT => verified robust=true
#include "weak.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *worker(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    x++;
    y++;
    assert(x == y);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  RUN(worker, worker);
  assert(x == 4);
  return 0;
}
