// A new file can be written to; its number is none of the standard ones, and different files have different ones.
// case: => verified complete=1
// case: -- -DREAD_TOO => inconclusive unsupported
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int own;
static void *log_it(void *unused) {
  own = open("thread.log", O_WRONLY | O_CREAT | O_APPEND, 0644);
  assert(own > 2 && write(own, "ok\n", 3) == 3);
  return unused;
}
int main(void) {
  pthread_t thread;
#ifdef READ_TOO
  open("data", O_RDWR | O_CREAT, 0644);
#endif
  int first = creat("a.log", 0600), second = open("b.log", O_CREAT | O_WRONLY | O_TRUNC, 0600);
  assert(first > 2 && second > 2 && first != second);
  assert(fcntl(first, F_SETFD, FD_CLOEXEC) == 0);
  pthread_create(&thread, NULL, log_it, NULL);
  pthread_join(thread, NULL);
  assert(own != first && own != second);
  assert(close(first) == 0 && close(second) == 0 && close(own) == 0);
}
