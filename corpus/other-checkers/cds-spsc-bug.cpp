// A queue for one producer and one consumer with an eventcount. Under sc it always ends; with
// relaxed orders under tso the wake-up is lost.
// case: => verified
// case: --model tso => error
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
struct node {
  std::atomic<node *> next{nullptr};
  int data = 0;
};
std::atomic<int> waiting{0};
node first, second;
node *head = &first;
std::mutex m;
std::condition_variable cv;
bool signalled;
void produce() {
  second.data = 42;
  head->next.store(&second, std::memory_order_release);
  if (waiting.load(std::memory_order_relaxed)) {
    std::lock_guard<std::mutex> l(m);
    signalled = true;
    cv.notify_one();
  }
}
int consume() {
  node *n = head->next.load(std::memory_order_acquire);
  if (!n) {
    waiting.store(1, std::memory_order_relaxed);
    n = head->next.load(std::memory_order_acquire);
    if (!n) {
      std::unique_lock<std::mutex> l(m);
      while (!signalled)
        cv.wait(l);
      n = head->next.load();
    }
  }
  return n->data;
}
int main() {
  std::thread p(produce);
  int v = consume();
  assert(v == 42);
  p.join();
}
