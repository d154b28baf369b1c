// Every conversion of printf against the text that the C standard demands.
// case: => verified complete=1
#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
static char t[200];
#define IS(want, ...)                                                                              \
  do {                                                                                             \
    int length = snprintf(t, sizeof t, __VA_ARGS__);                                               \
    assert(!strcmp(t, want));                                                                      \
    assert(length == (int)strlen(want));                                                           \
  } while (0)
int main(void) {
  IS("42|-42|+42| 42", "%d|%d|%+d|% d", 42, -42, 42, 42);
  IS("   42|42   |00042|  042", "%5d|%-5d|%05d|%5.3d", 42, 42, 42, 42);
  IS("52|0x2a|2A|0X2A|052", "%o|%#x|%X|%#X|%#o", 42, 42, 42, 42, 42);
  IS("4294967295|18446744073709551615", "%u|%lu", ~0u, ~0ul);
  IS("-1|255|-1|65535", "%hhd|%hhu|%hd|%hu", 255, 255, 65535, 65535);
  IS("a|  b|c  |%", "%c|%3c|%-3c|%%", 'a', 'b', 'c');
  IS("str|  str|str  |st", "%s|%5s|%-5s|%.2s", "str", "str", "str", "str");
  IS("1.500000|1.5|2|1e+00|1.500000e+00", "%f|%.1f|%.0f|%.0e|%e", 1.5, 1.5, 1.5, 1.25, 1.5);
  IS("0.0001|1e-05|100000|1e+06", "%g|%g|%g|%g", 0.0001, 0.00001, 100000.0, 1000000.0);
  IS("inf|-INF|nan", "%f|%F|%f", 1.0 / 0.0, -1.0 / 0.0, __builtin_nan(""));
  IS("   7|7   |007", "%*d|%-*d|%.*d", 4, 7, 4, 7, 3, 7);
  IS("9223372036854775807", "%" PRId64, INT64_MAX);
  IS("12 34 56", "%zu %td %jd", (size_t)12, (ptrdiff_t)34, (intmax_t)56);
  IS("(nil)", "%p", (void *)0);
  int n;
  IS("abc", "abc%n", &n);
  assert(n == 3);
  assert(snprintf(t, 3, "%d", 12345) == 5 && !strcmp(t, "12"));
  printf("%s %d\n", "done", 1);
  puts("x");
  putchar('y');
  fputs("z\n", stdout);
  fprintf(stderr, "%c", 'e');
}
