// Nested functions by static data, recursion through pointers, large structures by value.
// case: => verified complete=1
#include <assert.h>
struct m {
  int v[16];
};
static struct m add(struct m a, struct m b) {
  for (int i = 0; i < 16; i++)
    a.v[i] += b.v[i];
  return a;
}
static int odd(unsigned n);
static int even(unsigned n) {
  return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n) {
  return n == 0 ? 0 : even(n - 1);
}
static int ack(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
int main(void) {
  struct m a = {{1, 2, [15] = 3}}, b = a;
  a = add(a, b);
  assert(a.v[0] == 2 && a.v[15] == 6 && b.v[15] == 3);
  assert(even(100) && odd(77));
  assert(ack(2, 3) == 9);
  assert(((struct m){{5}}).v[0] == 5);
  const struct m *p = &(struct m){.v[3] = 8};
  assert(p->v[3] == 8);
}
