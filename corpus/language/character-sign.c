// Plain char is signed here, and literals have their values.
// case: => verified complete=1
#include <assert.h>

static char text[] = "a\xff\n";

int main(void) {
  assert(sizeof text == 4);
  assert(text[0] == 97 && text[2] == 10 && text[3] == 0);
  assert((signed char)text[1] == -1);
  assert((unsigned char)text[1] == 255);
  return 0;
}
