// case: => verified complete=1
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
int main(void) {
  char b[32] = "hello, world";
  assert(strchr(b, 'w') == b + 7 && strrchr(b, 'o') == b + 8 && strstr(b, "lo") == b + 3 &&
         strspn(b, "hel") == 4 && strcspn(b, ",") == 5);
  assert(!strncmp(b, "help", 3) && strncmp(b, "help", 4) < 0 && strcasecmp("HeLLo", "hEllO") == 0 &&
         !strncasecmp("ABc", "abD", 2));
  char *s, *save, c[] = "a,b;;c";
  assert(!strcmp(strtok_r(c, ",;", &save), "a") && !strcmp(strtok_r(0, ",;", &save), "b") &&
         !strcmp(s = strtok_r(0, ",;", &save), "c") && !strtok_r(0, ",;", &save));
  char *d = strdup(b), *e = strndup(b, 5);
  assert(!strcmp(d, b) && !strcmp(e, "hello"));
  free(d);
  free(e);
  assert(memcmp("abc", "abd", 3) < 0 && memchr(b, 'l', 12) == b + 2);
  memmove(b + 1, b, 5);
  assert(!strncmp(b, "hhello", 6));
  assert(stpcpy(b, "xy") == b + 2);
  assert(strnlen("abc", 2) == 2);
  char *end;
  assert(strtol("  -42xyz", &end, 10) == -42 && *end == 'x');
  assert(strtoul("ff", 0, 16) == 255 && strtol("0x1f", 0, 0) == 31 && strtol("077", 0, 0) == 63);
  errno = 0;
  assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
  assert(atoi("12") == 12 && atol("-3") == -3 && atof("2.5") == 2.5 &&
         strtod("1e3z", &end) == 1000 && *end == 'z');
  assert(isalpha('a') && !isdigit('a') && toupper('a') == 'A' && isspace('\t') && isxdigit('F') &&
         ispunct('!'));
  assert(abs(-3) == 3 && labs(-4) == 4 && div(7, 2).rem == 1);
  int v[] = {3, 1, 2};
  int cmp(const void *, const void *);
  qsort(v, 3, sizeof *v, cmp);
  assert(v[0] == 1 && v[2] == 3);
  int k = 2;
  assert(bsearch(&k, v, 3, sizeof *v, cmp) == v + 1);
  memset(b, 'z', 3);
  assert(b[2] == 'z');
  bzero(b, 3);
  assert(b[0] == 0);
  assert(!strcmp(strerror(ENOENT), "No such file or directory"));
  assert(ffs(8) == 4);
}
int cmp(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
