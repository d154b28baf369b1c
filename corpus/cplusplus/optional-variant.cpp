// std::optional, std::array, std::pair and std::tuple.
// case: => verified complete=1
// case: --model ra => verified
#include <array>
#include <cassert>
#include <optional>
#include <tuple>
#include <utility>

static std::optional<int> half(int n) { return n % 2 == 0 ? std::optional<int>(n / 2) : std::nullopt; }

int main() {
  assert(half(4) == 2 && !half(3) && half(3).value_or(9) == 9);
  std::array<int, 3> numbers{1, 2, 3};
  auto [first, second] = std::pair<int, char>(numbers[2], 'x');
  assert(first == 3 && second == 'x' && numbers.size() == 3);
  assert(std::get<1>(std::make_tuple(1, 2.5)) == 2.5);
}
