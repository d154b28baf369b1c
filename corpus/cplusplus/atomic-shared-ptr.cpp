// The free functions for atomic access to a shared pointer.
// case: => verified
#include <cassert>
#include <memory>
#include <thread>
std::shared_ptr<int> p = std::make_shared<int>(1);
int main() {
  std::thread t([] { std::atomic_store(&p, std::make_shared<int>(2)); });
  auto q = std::atomic_load(&p);
  assert(*q == 1 || *q == 2);
  t.join();
  assert(*p == 2);
}
