// A pool with a queue of functions that ends when it is destroyed.
// case: => verified complete=36
// case: --model tso => verified
// case: --model ra => verified
#include <condition_variable>
#include <atomic>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
#include <cassert>
#include <functional>
#include <memory>
class Pool {
  std::mutex m;
  std::condition_variable cv;
  std::queue<std::function<void()>> q;
  bool stop = false;
  std::vector<std::thread> ts;

public:
  explicit Pool(int n) {
    for (int i = 0; i < n; i++)
      ts.emplace_back([this] {
        for (;;) {
          std::function<void()> f;
          {
            std::unique_lock<std::mutex> l(m);
            cv.wait(l, [this] { return stop || !q.empty(); });
            if (q.empty())
              return;
            f = std::move(q.front());
            q.pop();
          }
          f();
        }
      });
  }
  void add(std::function<void()> f) {
    {
      std::lock_guard<std::mutex> g(m);
      q.push(std::move(f));
    }
    cv.notify_one();
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> g(m);
      stop = true;
    }
    cv.notify_all();
    for (auto &t : ts)
      t.join();
  }
};
int main() {
  std::atomic<int> n{0};
  {
    Pool p(1);
    p.add([&n] { n++; });
    p.add([&n] { n += 2; });
  }
  assert(n == 3);
}
