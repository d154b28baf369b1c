// std::vector grows, copies and is indexed.
// case: => verified complete=1
#include <cassert>
#include <vector>

int main() {
  std::vector<int> numbers;
  for (int i = 0; i < 20; i++)
    numbers.push_back(i * i);
  std::vector<int> copy = numbers;
  copy[3] = 0;
  assert(numbers.size() == 20 && numbers[3] == 9 && numbers.back() == 361 && copy[3] == 0);
  int sum = 0;
  for (int n : copy)
    sum += n;
  assert(sum == 2470 - 9);
  numbers.pop_back();
  numbers.clear();
  assert(numbers.empty());
}
