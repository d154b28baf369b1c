// Variable arguments of all sorts, va_copy, and passing the list on.
// case: => verified complete=1
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct pair {
  long a, b;
};
struct big {
  long a[5];
};
static long sum(const char *kinds, ...) {
  va_list ap, again;
  va_start(ap, kinds);
  va_copy(again, ap);
  long s = 0;
  for (const char *k = kinds; *k; k++)
    switch (*k) {
    case 'i':
      s += va_arg(ap, int);
      break;
    case 'l':
      s += va_arg(ap, long);
      break;
    case 'd':
      s += (long)va_arg(ap, double);
      break;
    case 'p': {
      struct pair p = va_arg(ap, struct pair);
      s += p.a * p.b;
      break;
    }
    case 'b': {
      struct big b = va_arg(ap, struct big);
      s += b.a[4];
      break;
    }
    case 's':
      s += (long)strlen(va_arg(ap, char *));
      break;
    }
  if (kinds[0] == 'i')
    assert(va_arg(again, int) == 1);
  va_end(again);
  va_end(ap);
  return s;
}
static int say(char *to, size_t n, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  int r = vsnprintf(to, n, f, ap);
  va_end(ap);
  return r;
}
int main(void) {
  assert(sum("ilds", 1, 2L, 3.5, "four") == 10);
  assert(sum("pb", (struct pair){6, 7}, (struct big){{0, 0, 0, 0, 5}}) == 47);
  assert(sum("iiiiiiiidddddddddd", 1, 1, 1, 1, 1, 1, 1, 1, 1., 1., 1., 1., 1., 1., 1., 1., 1.,
             1.) == 18);
  char t[40];
  assert(say(t, sizeof t, "%d-%s-%c-%05.1f", 7, "x", 'y', 2.25) == 11);
  assert(!strcmp(t, "7-x-y-002.2"));
}
