// Algorithms of the standard library on a small array.
// case: => verified complete=1
#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>

int main() {
  int numbers[] = {5, 2, 4, 1, 3};
  std::sort(std::begin(numbers), std::end(numbers));
  assert(std::is_sorted(std::begin(numbers), std::end(numbers)) && numbers[0] == 1);
  assert(std::accumulate(std::begin(numbers), std::end(numbers), 0) == 15);
  assert(std::find(std::begin(numbers), std::end(numbers), 4) - numbers == 3);
  assert(std::count_if(std::begin(numbers), std::end(numbers), [](int n) { return n % 2; }) == 3);
  std::reverse(std::begin(numbers), std::end(numbers));
  assert(numbers[0] == 5);
}
