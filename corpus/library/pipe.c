// Threads that talk through a pipe. What was written before a write has happened before what comes after its read.
// case: --model c11 => verified
// case: --model tso => verified
// case: --model ra => verified
// case: --model c11 -- -DPOLL => verified
// case: --model c11 -- -DNONBLOCK => verified
// case: --model c11 -- -DLATE => error data-race
// case: --model c11 -- -DNEVER => error deadlock
// case: --model sc -- -DNEVER => error deadlock
// case: --model c11 -- -DFULL => inconclusive unsupported
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int message;

static void *send(void *unused) {
  int *address = &message;
#ifndef LATE
  message = 1;
#endif
#ifndef NEVER
  ssize_t written = write(ends[1], &address, sizeof address);
  assert(written == sizeof address);
  assert(close(ends[1]) == 0 && close(ends[1]) == -1 && errno == EBADF);
#endif
#ifdef LATE
  message = 1;
#endif
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  char byte;
  assert(read(ends[1], &byte, 1) == -1 && errno == EBADF);
  assert(write(ends[0], &byte, 1) == -1 && errno == EBADF);
#ifdef FULL
  static char many[2000];
  write(ends[1], many, sizeof many);
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, send, NULL);
#ifdef POLL
  struct pollfd wanted = {.fd = ends[0], .events = POLLIN};
  assert(poll(&wanted, 1, -1) == 1 && wanted.revents & POLLIN);
#endif
  int *address;
#ifdef NONBLOCK
  assert(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  ssize_t got = read(ends[0], &address, sizeof address);
  if (got < 0) {
    assert(errno == EAGAIN);
    pthread_join(thread, NULL);
    return 0;
  }
#else
  ssize_t got = read(ends[0], &address, sizeof address);
#endif
  assert(got == sizeof address && address == &message);
  int seen = *address;
#ifndef LATE
  assert(seen == 1);
#endif
  pthread_join(thread, NULL);
  assert(read(ends[0], &byte, 1) == 0);
  assert(close(ends[0]) == 0);
}
