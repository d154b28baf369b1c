// A test as a structure with a function for each thread.
// case: => error assertion
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model ra => error assertion
#include <atomic>
#include <cassert>
#include <thread>
template <class Derived, int N> struct test_suite {
  void run() {
    Derived *d = static_cast<Derived *>(this);
    d->before();
    std::thread t[N];
    for (int i = 0; i < N; i++)
      t[i] = std::thread([d, i] { d->thread(i); });
    for (auto &x : t)
      x.join();
    d->after();
  }
};
struct race_test : test_suite<race_test, 2> {
  std::atomic<int> a{0};
  int x = 0;
  void before() {
    x = 0;
    a.store(0, std::memory_order_relaxed);
  }
  void thread(unsigned i) {
    if (i == 0) {
      x = 1;
      a.store(1, std::memory_order_release);
    } else {
      if (a.load(std::memory_order_acquire) == 1)
        x = 2;
    }
  }
  void after() {
    assert(x == 2);
  }
};
int main() {
  race_test t;
  t.run();
}
