// Functions with a variable number of arguments.
// case: => verified complete=1
#include <assert.h>
#include <stdarg.h>

static long sum(int count, ...) {
  va_list list, again;
  long total = 0;
  va_start(list, count);
  va_copy(again, list);
  for (int i = 0; i < count; i++)
    total += va_arg(list, int);
  for (int i = 0; i < count; i++)
    total += va_arg(again, int);
  va_end(again);
  va_end(list);
  return total;
}

static double mixed(const char *kinds, ...) {
  va_list list;
  double total = 0;
  va_start(list, kinds);
  for (; *kinds; kinds++)
    total += *kinds == 'd' ? va_arg(list, double) : *kinds == 'l' ? (double)va_arg(list, long) : va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) {
  assert(sum(0) == 0 && sum(8, 1, 2, 3, 4, 5, 6, 7, 8) == 72);
  assert(mixed("idlid", 1, 0.5, 1000000000000L, 2, 0.25) == 1000000000003.75);
  return 0;
}
