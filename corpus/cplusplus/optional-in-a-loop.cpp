// A queue that gives std::optional: whoever asks it in a loop fills and copies one small class in every round.
// case: --model c11 => verified
// case: --model ra => verified
// case: --model sc --algorithm rf => verified
// case: --model sc --algorithm optimal => verified
#include <cassert>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

class Queue {
public:
  void push(int n) {
    std::lock_guard<std::mutex> guard(mutex);
    numbers.push_back(n);
  }
  std::optional<int> pop() {
    std::lock_guard<std::mutex> guard(mutex);
    if (numbers.empty())
      return std::nullopt;
    int first = numbers.front();
    numbers.pop_front();
    return first;
  }

private:
  std::mutex mutex;
  std::deque<int> numbers;
};

int main() {
  Queue queue;
  int sum = 0;
  for (int i = 1; i <= 40; i++)
    queue.push(i);
  std::thread last([&] { queue.push(41); });
  std::optional<int> n;
  while (sum < 40 * 41 / 2 && (n = queue.pop()))
    sum += *n;
  last.join();
  n = queue.pop();
  sum += *n;
  assert(sum == 41 * 42 / 2);
}
