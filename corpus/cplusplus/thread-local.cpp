// Each thread has its own copy of a thread_local variable.
// case: => verified complete=1
#include <cassert>
#include <thread>

static thread_local int mine = 3;

int main() {
  mine = 4;
  std::thread t([] { assert(mine++ == 3); });
  t.join();
  assert(mine == 4);
}
