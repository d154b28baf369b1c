// Event counters: a read takes the count, or one of it, and waits while it is zero.
// case: --model c11 => verified
// case: --model tso => verified
// case: --model c11 -- -DSEMAPHORE => verified
// case: --model c11 -- -DBUG => error deadlock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int file;
static int data;

static void *post(void *unused) {
  data = 1;
  uint64_t two = 2;
  ssize_t written = write(file, &two, sizeof two);
  assert(written == sizeof two);
  return unused;
}

int main(void) {
  file = eventfd(0, EFD_NONBLOCK);
  eventfd_t count = 0;
  assert(eventfd_read(file, &count) == -1 && errno == EAGAIN);
  assert(eventfd_write(file, 3) == 0 && eventfd_read(file, &count) == 0 && count == 3);
  assert(close(file) == 0);
#ifdef SEMAPHORE
  file = eventfd(0, EFD_SEMAPHORE);
#else
  file = eventfd(0, 0);
#endif
  uint64_t small[1];
  assert(read(file, small, 4) == -1 && errno == EINVAL);
  pthread_t thread;
  pthread_create(&thread, NULL, post, NULL);
  assert(read(file, &count, sizeof count) == sizeof count);
  assert(data == 1);
#ifdef SEMAPHORE
  assert(count == 1 && eventfd_read(file, &count) == 0 && count == 1);
#else
  assert(count == 2);
#endif
#ifdef BUG
  eventfd_read(file, &count);
#endif
  pthread_join(thread, NULL);
}
