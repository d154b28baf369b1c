// circular-buffer(N): one sender and one receiver take turns at a buffer under a mutex.
// From: SV-COMP (pthread/circular_buffer_ok); Abdulla et al., "Optimal Stateless Model Checking for
// Reads-From Equivalence under SC", table 1.
// N: rounds per thread (default 7).
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 7
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char buffer[10];
static int first, next, size = 10;
static int send = 1, receive = 0;
static int value;

static void insert(int item) {
  if (next < size && size > 0) {
    buffer[next] = (char)item;
    next = (next + 1) % size;
    assert(next < size);
  }
}

static int remove_first(int *item) {
  if (next > 0 && first < size) {
    first++;
    *item = buffer[first - 1];
    return 1;
  }
  return 0;
}

static void *sender(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    if (send) {
      insert(i);
      value = i;
      send = 0;
      receive = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

static void *receiver(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    if (receive) {
      int item;
      if (remove_first(&item))
        assert(item == value);
      receive = 0;
      send = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, receiver, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
