// Two pointers to one object, both freed.
// case: => error double-free line=13
#include <stdlib.h>

struct owner {
  char *name;
};

int main(void) {
  struct owner a = {malloc(8)};
  struct owner b = a;
  free(a.name);
  free(b.name); // BUG
  return 0;
}
