// Compound literals: unnamed objects with their own memory.
// case: => verified complete=1
#include <assert.h>

struct pair {
  int a, b;
};

static int total(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += numbers[i];
  return sum;
}

static int both(const struct pair *p) { return p->a + p->b; }

int main(void) {
  assert(total((int[]){1, 2, 3}, 3) == 6);
  assert(both(&(struct pair){.b = 2}) == 2);
  struct pair *p = &(struct pair){3, 4};
  p->a++;
  assert(both(p) == 8);
  return 0;
}
