// The state is checked in one critical section and used in another.
// case: => error assertion line=17
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 1;

static void *buy(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int available = tickets;
  pthread_mutex_unlock(&m);
  if (available > 0) {
    pthread_mutex_lock(&m);
    tickets--;
    assert(tickets >= 0); // BUG
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, buy, NULL);
  pthread_create(&t2, NULL, buy, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
