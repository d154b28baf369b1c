// An input that goes through variable arguments is still an input: what is compared later is not known.
// case: -- -DCASE=1 => inconclusive unsupported
// case: -- -DCASE=2 => inconclusive unsupported
// case: -- -DCASE=3 => inconclusive unsupported
// case: -- -DCASE=4 => inconclusive unsupported
// case: -- -DCASE=5 => inconclusive unsupported
// case: -- -DCASE=6 => inconclusive unsupported
// case: --algorithm optimal -- -DCASE=7 => verified
// case: --model c11 -- -DCASE=7 => verified
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct five {
  int a, b, c, d, e;
};

static int last_integer(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  int value = 0;
  while (n--)
    value = va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return value;
}

static double real(int n, ...) {
  va_list list;
  va_start(list, n);
  double value = va_arg(list, double);
  va_end(list);
  return value;
}

static int member(int n, ...) {
  va_list list;
  va_start(list, n);
  struct five value = va_arg(list, struct five);
  va_end(list);
  return value.b;
}

static char text[32];

static void print(const char *format, ...) {
  va_list list;
  va_start(list, format);
#if CASE == 7
  vprintf(format, list);
#else
  vsnprintf(text, sizeof text, format, list);
#endif
  va_end(list);
}

int main(void) {
#if CASE == 1
  assert(last_integer(3, 1, 2, __VERIFIER_nondet_int()) != 99);
#elif CASE == 2
  assert(real(1, (double)__VERIFIER_nondet_int()) != 99);
#elif CASE == 3
  struct five value = {1, __VERIFIER_nondet_int(), 3, 4, 5};
  assert(member(1, value) != 99);
#elif CASE == 4
  snprintf(text, sizeof text, "%d", __VERIFIER_nondet_int());
  assert(strcmp(text, "99"));
#elif CASE == 5
  print("%d", __VERIFIER_nondet_int());
  assert(strcmp(text, "99"));
#elif CASE == 6
  int value;
  sprintf(text, "%d", __VERIFIER_nondet_int());
  sscanf(text, "%d", &value);
  assert(value != 99);
#elif CASE == 7
  // What people are shown decides nothing.
  print("%d\n", __VERIFIER_nondet_int());
#endif
}
