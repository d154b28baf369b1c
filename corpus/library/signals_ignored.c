// Signals that are ignored or blocked change nothing; a file is only written to.
// case: => verified
// case: -- -DHANDLER => verified
// case: -- -DABORTS => error abort
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
static void handler(int number) {}
static void *body(void *unused) { return 0; }
int main(void) {
  pthread_t thread;
  sigset_t set;
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  assert(sigismember(&set, SIGUSR1) && !sigismember(&set, SIGUSR2));
  pthread_sigmask(SIG_BLOCK, &set, NULL);
#ifdef HANDLER
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGUSR1, &action, NULL);
#endif
  pthread_create(&thread, NULL, body, NULL);
  assert(pthread_kill(thread, 0) == 0);
  pthread_join(thread, NULL);
  FILE *log = fopen("log.txt", "w");
  if (log) {
    fprintf(log, "%d\n", 1);
    fclose(log);
  }
#ifdef ABORTS
  raise(SIGABRT);
#endif
}
