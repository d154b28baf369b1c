// Pages from the system as allocators ask for them: reserved first and made usable later, given back, grown.
// case: => verified complete=1
// case: -- -DAFTER_UNMAP => error use-after-free
// case: -- -DBEHIND => error out-of-bounds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
static void *arena(void *unused) {
  char *p = mmap(NULL, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert(p != MAP_FAILED && (uintptr_t)p % 4096 == 0);
  assert(mprotect(p, 4096, PROT_READ | PROT_WRITE) == 0);
  assert(p[0] == 0 && p[4095] == 0);
  p[7] = 1;
  assert(madvise(p, 4096, MADV_DONTNEED) == 0 && p[7] == 0);
  p[8] = 2;
  p = mremap(p, 3 * 4096, 5 * 4096, MREMAP_MAYMOVE);
  assert(p != MAP_FAILED && p[8] == 2 && p[4 * 4096] == 0);
#ifdef BEHIND
  p[5 * 4096] = 1;
#endif
  assert(munmap(p, 5 * 4096) == 0);
#ifdef AFTER_UNMAP
  p[0] = 1;
#endif
  errno = 0;
  assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, arena, NULL);
  pthread_join(thread, NULL);
}
