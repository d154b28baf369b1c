// A wait for a futex with a time limit can be woken, and then returns 0; the waiter's memory ends with the wait.
// case: => error assertion line=22
// case: --model sc => error assertion line=22
// case: --model tso => error assertion line=22
// case: --model ra => error assertion line=22
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int word;

static void *waker(void *unused) {
  (void)unused;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  return NULL;
}

static void check(long result) {
  assert(result != 0);
}

int main(void) {
  pthread_t thread;
  struct timespec limit = {5, 0};
  pthread_create(&thread, NULL, waker, NULL);
  check(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0));
  pthread_join(thread, NULL);
  return 0;
}
