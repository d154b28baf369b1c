// Shared ownership by hand: relaxed to take part, release and acquire to leave.
// case: => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra --check leaks => verified
#include <atomic>
#include <cassert>
#include <thread>
struct Inner {
  std::atomic<long> n{1};
  int v = 7;
  bool *dropped;
  explicit Inner(bool *d) : dropped(d) {
  }
  ~Inner() {
    *dropped = true;
  }
};
class Arc {
  Inner *p;

public:
  explicit Arc(bool *d) : p(new Inner(d)) {
  }
  Arc(const Arc &o) : p(o.p) {
    p->n.fetch_add(1, std::memory_order_relaxed);
  }
  Arc(Arc &&o) noexcept : p(o.p) {
    o.p = nullptr;
  }
  ~Arc() {
    if (p && p->n.fetch_sub(1, std::memory_order_release) == 1) {
      std::atomic_thread_fence(std::memory_order_acquire);
      delete p;
    }
  }
  int get() const {
    return p->v;
  }
};
int main() {
  bool dropped = false;
  {
    Arc a(&dropped);
    std::thread t([b = a] { assert(b.get() == 7); });
    std::thread u([b = a]() mutable {
      Arc c(b);
      assert(c.get() == 7);
    });
    t.join();
    u.join();
    assert(a.get() == 7);
  }
  assert(dropped);
}
