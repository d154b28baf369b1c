// Dates, in UTC.
// case: --algorithm optimal => verified complete=1
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

static void at(time_t t, const char *expected) {
  struct tm tm;
  char text[64];
  assert(localtime_r(&t, &tm) == &tm);
  assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %j", &tm) == strlen(expected));
  assert(!strcmp(text, expected));
  assert(mktime(&tm) == t);
}

int main(void) {
  at(0, "1970-01-01 00:00:00 Thu 001");
  at(-1, "1969-12-31 23:59:59 Wed 365");
  at(951782400, "2000-02-29 00:00:00 Tue 060");
  at(4107542399, "2100-02-28 23:59:59 Sun 059");
  at(4107542400, "2100-03-01 00:00:00 Mon 060");
  at(1720000000, "2024-07-03 09:46:40 Wed 185");
  time_t now = time(0);
  struct tm *tm = gmtime(&now);
  assert(tm->tm_year == 124);
  assert(strlen(ctime(&now)) == 25);
  char small[4];
  assert(strftime(small, sizeof small, "%Y", tm) == 0);
  struct tm odd = {.tm_year = 99, .tm_mon = 14, .tm_mday = 0};
  assert(mktime(&odd) == 951782400 && odd.tm_mon == 1 && odd.tm_mday == 29);
}
