// A channel over std::deque with a condition variable, and the other containers that adapt it.
// case: --algorithm rf => verified
// case: --algorithm optimal => verified
// case: --algorithm rf -- -DBUG => error deadlock
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <queue>
#include <stack>
#include <thread>
static std::deque<int> channel;
static std::mutex mutex;
static std::condition_variable filled;
static void send(int value) {
  std::lock_guard<std::mutex> guard(mutex);
#ifdef BUG
  if (channel.empty())
#endif
    filled.notify_one();
  channel.push_back(value);
}
static int receive() {
  std::unique_lock<std::mutex> lock(mutex);
#ifdef BUG
  filled.wait(lock);
#else
  filled.wait(lock, [] { return !channel.empty(); });
#endif
  int value = channel.front();
  channel.pop_front();
  return value;
}
int main() {
  std::thread sender([] {
    send(1);
    send(2);
  });
  assert(receive() == 1);
  assert(receive() == 2);
  sender.join();
  std::deque<long> many;
  for (int i = 0; i < 150; i++)
    many.push_front(i);
  many.erase(many.begin() + 5);
  many.insert(many.begin() + 7, 42);
  assert(many.size() == 150 && many[0] == 149 && many[7] == 42 && many.back() == 0);
  std::queue<int> queue;
  std::stack<int> stack;
  std::priority_queue<int> heap;
  for (int i : {2, 3, 1}) {
    queue.push(i);
    stack.push(i);
    heap.push(i);
  }
  assert(queue.front() == 2 && stack.top() == 1 && heap.top() == 3);
}
