// What real libraries ask their kernel at the start: facts about the machine, names, processors.
// case: => verified complete=1
// case: --model pso => verified complete=1
// case: --model ra => verified complete=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>
static void *ask(void *unused) {
  assert(prctl(PR_SET_NAME, "worker") == 0);
  char name[16];
  assert(prctl(PR_GET_NAME, name) == 0 && strlen(name) < 16);
  errno = 0;
  assert(prctl(123456) == -1 && errno == EINVAL);
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(getauxval(AT_PAGESZ) == (unsigned long)sysconf(_SC_PAGESIZE));
  errno = 0;
  assert(getauxval(999) == 0 && errno == ENOENT);
  assert(sysconf(_SC_LEVEL1_DCACHE_LINESIZE) == 64 && sysconf(_SC_PHYS_PAGES) > 0 && sysconf(_SC_OPEN_MAX) > 0);
  errno = 0;
  assert(sysconf(-7) == -1 && errno == EINVAL);
  int processor = sched_getcpu();
  assert(processor >= 0 && processor < sysconf(_SC_NPROCESSORS_ONLN));
  unsigned same = 99;
  assert(syscall(SYS_getcpu, &same, NULL, NULL) == 0 && same == (unsigned)processor);
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  assert(sched_setaffinity(0, sizeof set, &set) == 0);
  assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(syscall(SYS_gettid) == gettid() && syscall(SYS_getpid) == getpid());
  char bytes[4];
  assert(syscall(SYS_getrandom, bytes, sizeof bytes, 0) == sizeof bytes);
  struct utsname system;
  assert(uname(&system) == 0 && strcmp(system.sysname, "Linux") == 0);
  pthread_attr_t attributes;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  size_t size;
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size > 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  pthread_join(thread, NULL);
}
