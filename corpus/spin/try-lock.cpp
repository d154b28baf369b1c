// Through the wrappers of the standard library, with a yield.
// case: => verified complete=2 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
#include <mutex>
#include <thread>
#include <cassert>
static std::mutex m;
static int n;
static void work() {
  while (!m.try_lock())
    std::this_thread::yield();
  n++;
  m.unlock();
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(n == 2);
}
