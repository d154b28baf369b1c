// threadproof check invalid-free.c
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers);
  numbers++;
  free(numbers); // not what malloc returned
}
