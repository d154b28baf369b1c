// What programs ask their system besides: processors, limits, users, locales, byte orders, random bytes.
// case: => verified complete=1
// case: --model tso => verified complete=1
// case: --model ra => verified complete=1
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>
static void *ask(void *unused) {
  cpu_set_t set;
  assert(sched_getaffinity(0, sizeof set, &set) == 0);
  assert(CPU_COUNT(&set) == sysconf(_SC_NPROCESSORS_ONLN) && CPU_ISSET(0, &set));
  struct sched_param parameter;
  assert(sched_getparam(0, &parameter) == 0 && sched_setparam(0, &parameter) == 0);
  assert(sched_setscheduler(0, sched_getscheduler(0), &parameter) == 0);
  struct rlimit limit;
  assert(getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
  struct rusage usage;
  assert(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_sec == 0);
  assert(getuid() == geteuid() && getgid() == getegid());
  assert(!isatty(STDOUT_FILENO));
  assert(strcmp(setlocale(LC_ALL, ""), "C") == 0 && !setlocale(LC_ALL, "fr_FR"));
  assert(htonl(1) == 0x01000000 && ntohl(htonl(7)) == 7 && htons(0x1234) == 0x3412 && ntohs(htons(3)) == 3);
  char bytes[8];
  assert(getrandom(bytes, sizeof bytes, 0) == sizeof bytes);
  assert(!__builtin_return_address(1) || 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  pthread_join(thread, NULL);
}
