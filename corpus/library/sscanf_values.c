// case: => verified complete=1
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int a, b;
  char w[8], c;
  unsigned x;
  long l;
  double d;
  assert(sscanf("12 -7 word", "%d %d %7s", &a, &b, w) == 3 && a == 12 && b == -7 &&
         !strcmp(w, "word"));
  assert(sscanf("ff:z", "%x:%c", &x, &c) == 2 && x == 255 && c == 'z');
  assert(sscanf("abc", "%d", &a) == 0);
  assert(sscanf("9 2.5", "%ld%lf", &l, &d) == 2 && l == 9 && d == 2.5);
  assert(sscanf("", "%d", &a) == EOF);
}
