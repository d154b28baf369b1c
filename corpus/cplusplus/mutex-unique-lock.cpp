// std::unique_lock can be unlocked early and moved.
// case: --check races => verified
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex m;
static int counter;

static std::unique_lock<std::mutex> locked() { return std::unique_lock<std::mutex>(m); }

static void increment() {
  std::unique_lock<std::mutex> lock = locked();
  counter++;
  std::unique_lock<std::mutex> moved = std::move(lock);
  assert(!lock.owns_lock() && moved.owns_lock());
  moved.unlock();
}

int main() {
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2);
}
