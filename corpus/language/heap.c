// malloc, calloc, realloc and free.
// case: --check leaks => verified complete=1
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(4 * sizeof *a), *b = calloc(4, sizeof *b);
  assert(a != b && (uintptr_t)a % sizeof(int) == 0);
  for (int i = 0; i < 4; i++)
    a[i] = i + b[i];
  a = realloc(a, 8 * sizeof *a);
  assert(a[3] == 3);
  a[7] = 7;
  a = realloc(a, 2 * sizeof *a);
  assert(a[1] == 1);
  free(a);
  free(b);
  int *fresh = realloc(NULL, sizeof *fresh);
  *fresh = 1;
  free(fresh);
  return 0;
}
