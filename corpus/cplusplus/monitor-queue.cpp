// A blocking queue with two consumers; -DONE notifies one consumer at the end instead of all.
// case: => verified
// case: -- -DONE => error deadlock
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
std::mutex m;
std::condition_variable cv;
std::queue<int> q;
bool closed;
int sum;
void consume() {
  std::unique_lock<std::mutex> l(m);
  for (;;) {
    cv.wait(l, [] { return closed || !q.empty(); });
    if (q.empty())
      return;
    sum += q.front();
    q.pop();
  }
}
int main() {
  std::thread a(consume), b(consume);
  {
    std::lock_guard<std::mutex> l(m);
    q.push(3);
    closed = true;
  }
#ifdef ONE
  cv.notify_one();
#else
  cv.notify_all();
#endif
  a.join();
  b.join();
  assert(sum == 3);
}
