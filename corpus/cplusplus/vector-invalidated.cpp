// A pointer into a vector is used after the vector has moved.
// case: => error use-after-free line=9
#include <vector>

int main() {
  std::vector<int> numbers(1);
  int *first = &numbers[0];
  numbers.resize(1000);
  return *first; // BUG
}
