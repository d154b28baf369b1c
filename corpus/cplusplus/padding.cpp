// Optionals, variants and atomic structures have padding, which clang loads together with the values.
// case: --check uninitialized => verified
// case: --model tso --check uninitialized => verified
// case: --model pso --check uninitialized => verified
// case: --model ra => verified
#include <optional>
#include <variant>
#include <cassert>
#include <atomic>
#include <thread>
struct Pair {
  int first;
  char second;
};
static std::optional<int> half(int n) {
  return n % 2 == 0 ? std::optional<int>(n / 2) : std::nullopt;
}
static std::optional<long> half_of_long(long n) {
  if (n % 2)
    return {};
  return n / 2;
}
static std::variant<int, char, double> pick(int n) {
  if (n == 0)
    return 'x';
  if (n == 1)
    return 2.5;
  return n;
}
std::atomic<Pair> shared;
int main() {
  assert(half(4) == 2 && !half(3) && half(3).value_or(9) == 9);
  assert(half_of_long(4) == 2 && !half_of_long(3) && half_of_long(3).value_or(9) == 9);
  assert(std::holds_alternative<char>(pick(0)) && std::get<double>(pick(1)) == 2.5 &&
         std::get<int>(pick(7)) == 7);
  std::thread t([] {
    Pair p;
    p.first = 4;
    p.second = 'c';
    shared.store(p);
  });
  Pair q = shared.load();
  assert(q.first == 0 || (q.first == 4 && q.second == 'c'));
  t.join();
  Pair r = shared.load();
  assert(r.first == 4 && r.second == 'c');
}
