// Identifiers and texts beyond ASCII.
// case: => error assertion
#include <assert.h>
int main(void) {
  int größe = 3;
  const char *s = "naïve ☃";
  assert(größe == 4 && s);
}
