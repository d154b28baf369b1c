// A stack whose nodes are counted: std::atomic<std::shared_ptr>.
// case: -- -std=c++20 => verified
// case: -- -std=c++20 -DBUG => error assertion
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
struct Node {
  int value;
  std::shared_ptr<Node> next;
};
static std::atomic<std::shared_ptr<Node>> head;
static void push(int value) {
  auto node = std::make_shared<Node>(Node{value, head.load()});
#ifdef BUG
  head.store(node);
#else
  while (!head.compare_exchange_strong(node->next, node)) {
  }
#endif
}
int main() {
  std::thread thread([] { push(1); });
  push(2);
  thread.join();
  int sum = 0;
  for (auto node = head.load(); node; node = node->next)
    sum += node->value;
  assert(sum == 3);
  std::weak_ptr<Node> weak = head.load();
  assert(!weak.expired());
  head.store(nullptr);
  assert(weak.expired());
}
