// A lock-free stack as a class template: two pushes, and all is there.
// case: --check leaks => verified
#include <atomic>
#include <cassert>
#include <thread>

template <typename T> class Stack {
public:
  void push(T value) {
    Node *node = new Node{value, head.load()};
    while (!head.compare_exchange_weak(node->next, node))
      ;
  }
  ~Stack() {
    for (Node *node = head.load(); node != nullptr;) {
      Node *next = node->next;
      delete node;
      node = next;
    }
  }
  T sum() const {
    T total{};
    for (Node *node = head.load(); node != nullptr; node = node->next)
      total += node->value;
    return total;
  }

private:
  struct Node {
    T value;
    Node *next;
  };
  std::atomic<Node *> head{nullptr};
};

int main() {
  Stack<int> stack;
  std::thread a([&] { stack.push(1); }), b([&] { stack.push(2); });
  a.join();
  b.join();
  assert(stack.sum() == 3);
}
