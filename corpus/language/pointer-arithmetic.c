// Pointers move by elements, compare, and subtract.
// case: => verified complete=1
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

static int numbers[10];

int main(void) {
  int *first = numbers, *end = numbers + 10;
  assert(end - first == 10 && first < end && end != first);
  for (int *p = first; p < end; p++)
    *p = (int)(p - first);
  assert(*(numbers + 3) == 3 && 4 [numbers] == 4 && end[-1] == 9);
  assert((char *)&numbers[2] - (char *)numbers == 8);
  int(*row)[5] = (int(*)[5])numbers;
  assert(row[1][0] == 5);
  uintptr_t address = (uintptr_t)&numbers[6];
  assert(*(int *)(address + sizeof(int)) == 7);
  return 0;
}
