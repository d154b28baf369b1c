// std::function with everything that it can hold, called by two threads.
// case: => verified
// case: -- -DBUG => error assertion
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
struct Adder {
  int by;
  int operator()(int x) const { return x + by; }
};
struct Counter {
  int n = 0;
  void add(int k) { n += k; }
};
static int twice(int x) { return 2 * x; }
int main() {
  std::mutex mutex;
  int total = 0;
  std::vector<int> table{1, 2, 3};
  std::vector<std::function<int(int)>> all{twice, Adder{3}, [](int x) { return x * x; },
                                           std::bind(std::plus<int>(), std::placeholders::_1, 10), [table](int i) { return table[i - 3]; }};
  auto body = [&](int first) {
    for (int k = first; k < 5; k += 2) {
      int result = all[k](5);
#ifndef BUG
      std::lock_guard<std::mutex> guard(mutex);
#endif
      total += result;
    }
  };
  std::thread thread(body, 1);
  body(0);
  thread.join();
  assert(total == 10 + 8 + 25 + 15 + 3);
  Counter counter;
  std::function<void(Counter &, int)> member = &Counter::add;
  member(counter, 4);
  std::mem_fn(&Counter::add)(counter, 1);
  assert(counter.n == 5);
  std::function<int(int)> copy = all[1], none, moved = std::move(copy);
  assert(!none && moved(1) == 4 && all[1](1) == 4);
  try {
    none(1);
    assert(false);
  } catch (const std::bad_function_call &) {
  }
}
