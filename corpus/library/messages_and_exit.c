// `warn` and the log are output; `err` and `errx` end the program besides.
// case: => verified
// case: -- -DLATE => error assertion line=14
#include <assert.h>
#include <err.h>
#include <pthread.h>
#include <stdlib.h>
#include <syslog.h>
static int failed;
static void check(void) {
#ifndef LATE
  failed = 0;
#endif
  assert(!failed);
}
static void *run(void *argument) {
  warnx("%d of %s", 1, "two");
  openlog("test", 0, LOG_USER);
  syslog(LOG_INFO, "%s", "seen");
  closelog();
  failed = 1;
  errx(EXIT_FAILURE, "no %c", 'x');
  assert(argument);
}
int main(void) {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(0);
}
