// Words counted in a shared std::unordered_map, with a lock and without.
// case: --algorithm rf => verified
// case: --algorithm optimal => verified
// case: --check races -- -DBUG => error data-race
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
static std::unordered_map<std::string, int> counts;
static std::mutex mutex;
static void count(const char *word) {
#ifndef BUG
  std::lock_guard<std::mutex> guard(mutex);
#endif
  counts[word]++;
}
int main() {
  std::thread thread([] {
    count("x");
    count("y");
  });
  count("x");
  thread.join();
  assert(counts["x"] == 2 && counts.size() == 2);
  std::unordered_map<int, int> numbers;
  for (int i = 0; i < 40; i++)
    numbers[i * 7] = i;
  numbers.erase(70);
  assert(numbers.size() == 39 && numbers.at(77) == 11 && numbers.find(70) == numbers.end());
  std::unordered_multiset<int> several{1, 1, 2};
  assert(several.count(1) == 2);
  try {
    counts.at("none");
    assert(false);
  } catch (const std::out_of_range &) {
  }
}
