// case: => verified
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
static void *t(void *a) {
  printf("%lu %ld\n", (unsigned long)pthread_self(), (long)syscall(SYS_gettid));
  assert(gettid() != *(int *)a);
  return a;
}
int main(void) {
  int me = gettid();
  pthread_t x;
  pthread_create(&x, 0, t, &me);
  pthread_join(x, 0);
  assert(getpid() > 0);
}
