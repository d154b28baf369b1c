// An index past the end of a vector.
// case: => error
#include <vector>

static int at(const std::vector<int> &v, unsigned i) { return v[i]; }

int main() {
  std::vector<int> numbers(4);
  return at(numbers, 4);
}
