// case: --check leaks => verified complete=1
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  void *p;
  assert(!posix_memalign(&p, 64, 100) && (uintptr_t)p % 64 == 0);
  free(p);
  p = aligned_alloc(32, 64);
  assert((uintptr_t)p % 32 == 0);
  free(p);
  int *c = calloc(4, 4);
  assert(!c[3]);
  c = reallocarray(c, 8, 4);
  c[7] = 1;
  assert(malloc_usable_size(c) >= 32);
  free(c);
  p = realloc(0, 8);
  p = realloc(p, 4);
  free(p);
  assert(!malloc(SIZE_MAX / 2));
  free(0);
  char *s = alloca(10);
  strcpy(s, "alloca");
  assert(s[5] == 'a');
  p = valloc(10);
  free(p);
}
