// An object is destroyed while another thread calls a virtual function of it.
// case: => error use-after-free
// case: -- -DJOIN_FIRST => verified
#include <cassert>
#include <memory>
#include <thread>
struct Base {
  virtual ~Base() = default;
  virtual int get() const = 0;
};
struct Derived final : Base {
  int v = 5;
  int get() const override { return v; }
};
int main() {
  std::unique_ptr<Base> p = std::make_unique<Derived>();
  Base *raw = p.get();
  std::thread t([raw] { assert(raw->get() == 5); });
#ifdef JOIN_FIRST
  t.join();
#endif
  p.reset();
#ifndef JOIN_FIRST
  t.join();
#endif
}
