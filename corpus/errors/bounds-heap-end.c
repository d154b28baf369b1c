// A write one past the end of a heap object.
// case: => error out-of-bounds line=10
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *word = "four";
  char *copy = malloc(strlen(word));
  for (size_t i = 0; i <= strlen(word); i++)
    copy[i] = word[i]; // BUG
  free(copy);
  return 0;
}
