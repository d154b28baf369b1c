// An alignment that is none fails, as the standard says, and a size that is no multiple of the alignment is accepted, as C17 does.
// Both are noted.
// case: => verified
// case: --model c11 => verified
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  assert(aligned_alloc(24, 48) == NULL);
  assert(aligned_alloc(0, 48) == NULL);
  char *p = aligned_alloc(64, 65);
  assert(p && (uintptr_t)p % 64 == 0);
  p[64] = 1;
  free(p);
  void *q = NULL;
  assert(posix_memalign(&q, 4, 8) == EINVAL && !q);
  assert(posix_memalign(&q, 48, 8) == EINVAL && !q);
  assert(posix_memalign(&q, 32, 8) == 0 && q);
  free(q);
}
