// case: => verified complete=1
// case: -- -DBUG => error out-of-bounds
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct vec {
  size_t n;
  int items[];
};
int main(void) {
  struct vec *v = malloc(sizeof *v + 3 * sizeof(int));
  assert(v);
  v->n = 3;
  for (size_t i = 0; i < v->n; i++)
    v->items[i] = (int)(i * i);
  assert(v->items[2] == 4);
#ifdef BUG
  v->items[3] = 1;
#endif
  v = realloc(v, sizeof *v + 5 * sizeof(int));
  assert(v);
  v->items[4] = 16;
  assert(v->items[1] == 1);
  free(v);
}
