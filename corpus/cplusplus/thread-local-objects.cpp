// thread_local objects with constructors and destructors, one for each thread that touches them.
// case: => verified
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> born{0}, died{0};
struct Local {
  int value;
  Local() : value(7) { born++; }
  ~Local() { died++; }
};
thread_local Local local;
int main() {
  std::thread a([] { assert(local.value == 7); local.value = 8; });
  std::thread b([] {});
  a.join();
  b.join();
  assert(born == 1 && died == 1);
  assert(local.value == 7);
  assert(born == 2);
}
