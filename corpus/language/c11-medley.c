// case: => verified
#include <assert.h>
#include <stdalign.h>
#include <stdnoreturn.h>
#include <stdatomic.h>
#include <threads.h>
#include <stddef.h>
#include <stdarg.h>
#define name(x) _Generic((x), int: 1, long: 2, float: 3, char *: 4, const char *: 5, _Atomic(int) *: 6, default: 7)
static _Atomic int a; static thread_local int tl = 3;
static int sum(int n, int m, int v[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += v[i][j]; return s; }
static int all(int n, ...) { va_list l, k; va_start(l, n); va_copy(k, l); int s = 0; while (n--) s += va_arg(k, int); s += (int)va_arg(l, int); va_end(k); va_end(l); return s; }
struct bits { unsigned a : 3; signed b : 5; unsigned : 0; unsigned long c : 33; };
enum e : unsigned char { A, B };
static int t(void *p) { tl++; struct bits *b = p; b->b = -3; b->c = 1ul << 32; a += tl; return (struct { int x, y; }){.y = 9}.y; }
int main(void) {
  struct bits b = {.a = 5};
  thrd_t h; int r; thrd_create(&h, t, &b); thrd_join(h, &r);
  assert(r == 9 && a == 4 && tl == 3 && b.a == 5 && b.b == -3 && b.c == 1ul << 32);
  assert(name(1) == 1 && name(1l) == 2 && name(1.f) == 3 && name("") == 4 && name(&a) == 6 && name(1.0) == 7);
  int n = 2; int v[n][3]; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) v[i][j] = i * j;
  assert(sum(n, 3, v) == 3); assert(all(3, 1, 2, 3) == 7);
  alignas(32) char buf[32]; assert((unsigned long)buf % 32 == 0);
  switch (n) { case 0 ... 1: assert(0); case 2: goto out; default: assert(0); } out:;
  int *q = (int[]){1, 2, 3}; assert(q[2] == 3 && __builtin_popcount(7) == 3 && __builtin_clz(1) == 31);
}
