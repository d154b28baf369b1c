// The count of a shared pointer is atomic, the pointer itself is not.
// case: --check races => error data-race
// case: --check races -- -DCOPY => verified
// case: --model ra => error data-race
// case: --model ra -- -DCOPY => verified
#include <cassert>
#include <memory>
#include <thread>
int main() {
  auto p = std::make_shared<int>(1);
#ifdef COPY
  std::thread t([q = p] { assert(*q == 1); });
  p.reset();
  t.join();
#else
  std::thread t([&p] { auto q = p; });
  p.reset();
  t.join();
#endif
}
