// Memory from alloca lives until the function returns.
// case: => verified complete=1
#include <alloca.h>
#include <assert.h>
#include <string.h>

static int reversed_begins_with(const char *text, char c) {
  size_t length = strlen(text);
  char *copy = alloca(length + 1);
  for (size_t i = 0; i < length; i++)
    copy[i] = text[length - 1 - i];
  copy[length] = 0;
  return copy[0] == c && strlen(copy) == length;
}

int main(void) {
  assert(reversed_begins_with("hello", 'o') && reversed_begins_with("x", 'x'));
  return 0;
}
