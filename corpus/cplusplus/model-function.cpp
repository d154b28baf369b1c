// A function of C++ that no file defines, given a value under its own name, and one of ours under another.
// case: => inconclusive unsupported
// case: --model-function _ZN6device4readEi=-1 --model-function sched_getcpu=3 => verified
#include <cassert>
#include <sched.h>
#include <thread>
namespace device {
int read(int number);
}
int main() {
  std::thread thread([] { assert(device::read(3) == -1); });
  thread.join();
  assert(sched_getcpu() == 3);
}
