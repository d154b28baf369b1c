// String literals, tables of them, and library functions on them.
// case: => verified complete=1
#include <assert.h>
#include <string.h>

static const char *const days[] = {"monday", "tuesday", "wednesday"};

int main(void) {
  assert(strlen(days[2]) == 9 && strcmp(days[0], "monday") == 0 && strcmp(days[0], days[1]) < 0);
  assert(strncmp("monday", "money", 3) == 0 && strchr(days[1], 's') == days[1] + 3);
  char copy[16];
  strcpy(copy, days[0]);
  copy[0] = 'M';
  assert(memcmp(copy, "Monday", 7) == 0);
  assert(*"abc" == 'a' && "abc"[3] == 0);
  return 0;
}
