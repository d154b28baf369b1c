// std::mutex::try_lock fails only while the other thread is inside.
// case: => verified
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int inside;

static void visit() {
  if (m.try_lock()) {
    assert(++inside == 1);
    --inside;
    m.unlock();
  }
}

int main() {
  std::thread a(visit), b(visit);
  a.join();
  b.join();
}
