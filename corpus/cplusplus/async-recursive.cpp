// Sums by std::async that divides its work, and an exception of std::stoi through a future.
// case: --algorithm optimal --model sc => verified
// case: --model c11 => verified
#include <cassert>
#include <future>
#include <numeric>
#include <stdexcept>
#include <vector>
#include <string>
template <class It> long parallel_sum(It first, It last) {
  auto n = std::distance(first, last);
  if (n <= 2) return std::accumulate(first, last, 0L);
  It mid = first + n / 2;
  auto left = std::async(std::launch::async, parallel_sum<It>, first, mid);
  long right = parallel_sum(mid, last);
  return left.get() + right;
}
int parse(const std::string &s) { return std::stoi(s); }
int main() {
  std::vector<int> v(8);
  std::iota(v.begin(), v.end(), 1);
  assert(parallel_sum(v.begin(), v.end()) == 36);
  auto bad = std::async(std::launch::async, parse, "not a number");
  auto good = std::async(parse, "42");
  assert(good.get() == 42);
  try { bad.get(); assert(false); }
  catch (const std::invalid_argument &e) { assert(std::string(e.what()) == "stoi"); }
}
