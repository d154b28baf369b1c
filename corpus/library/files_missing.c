// No file exists: whoever wants to read one is told so by errno, as on a machine without it.
// case: => verified complete=1
// case: --model tso => verified complete=1
// case: --model ra => verified complete=1
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void *look(void *unused) {
  errno = 0;
  assert(open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC) == -1 && errno == ENOENT);
  errno = 0;
  assert(openat(AT_FDCWD, "/sys/devices/system/cpu/online", O_RDONLY) == -1 && errno == ENOENT);
  errno = 0;
  assert(!fopen("/proc/self/maps", "r") && errno == ENOENT);
  errno = 0;
  assert(access("/dev/shm", R_OK) == -1 && errno == ENOENT);
  struct stat status;
  errno = 0;
  assert(stat("no-such-file", &status) == -1 && errno == ENOENT);
  errno = 0;
  assert(!opendir("/proc/self/task") && errno == ENOENT);
  char bytes[8];
  errno = 0;
  assert(read(-1, bytes, sizeof bytes) == -1 && errno == EBADF);
  errno = 0;
  assert(close(-1) == -1 && errno == EBADF);
  errno = 0;
  assert(write(-1, bytes, sizeof bytes) == -1 && errno == EBADF);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
}
