// Small structures are passed, returned and copied with fields and padding that have no value.
// case: --check uninitialized => verified
// case: --model tso --check uninitialized => verified
// case: --model pso --check uninitialized => verified
// case: --model ra => verified
#include <pthread.h>
#include <assert.h>
#include <string.h>
struct small {
  int a;
  char b;
};
struct bits {
  unsigned a : 3;
  unsigned b : 5;
  int c;
};
struct three {
  char c[3];
};
struct five {
  int i;
  char c;
} __attribute__((packed));
static struct small make(int x) {
  struct small s;
  s.a = x;
  s.b = 'q';
  return s;
}
static struct small half(int x) {
  struct small s;
  s.a = x;
  return s;
}
static int sum(struct small s) {
  return s.a + s.b;
}
static struct three make_three(void) {
  struct three t = {{1, 2, 3}};
  return t;
}
static struct five make_five(int i) {
  struct five f;
  f.i = i;
  f.c = 1;
  return f;
}
int main(void) {
  struct small s = make(3);
  assert(sum(s) == 3 + 'q');
  struct small h = half(4);
  assert(h.a == 4);
  struct bits b;
  b.a = 5;
  b.b = 17;
  b.c = 9;
  assert(b.a == 5 && b.b == 17 && b.c == 9);
  assert(make_three().c[2] == 3);
  assert(make_five(7).i == 7);
}
