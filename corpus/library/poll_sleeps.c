// Waiting for files: output is always ready, input never comes, and without files it is a sleep.
// case: => verified complete=1
// case: -- -DFOREVER => error deadlock
// case: -- -DPAUSE => error deadlock
// case: -- -DSELECT_FOREVER => error deadlock
// case: -- -DSELECT_FILE => inconclusive unsupported
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>
static void *body(void *unused) {
  assert(poll(NULL, 0, 10) == 0);
  struct pollfd files[] = {{.fd = 0, .events = POLLIN}, {.fd = 1, .events = POLLOUT}, {.fd = -1, .events = POLLIN}};
  assert(poll(files, 3, -1) == 1);
  assert(files[0].revents == 0 && files[1].revents == POLLOUT && files[2].revents == 0);
  struct timeval time = {0, 100};
  assert(select(0, NULL, NULL, NULL, &time) == 0);
#ifdef FOREVER
  poll(files, 1, -1);
#elif defined PAUSE
  pause();
#elif defined SELECT_FOREVER
  select(0, NULL, NULL, NULL, NULL);
#elif defined SELECT_FILE
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  select(1, &set, NULL, NULL, &time);
#endif
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
