// C++20: counting and binary semaphores. Each operation is one step.
// case: -- -std=c++20 => verified complete=2
// case: -- -std=c++20 -DBUG => error assertion
#include <cassert>
#include <semaphore>
#include <thread>
#include <atomic>
#ifdef BUG
std::counting_semaphore<4> room(2);
#else
std::counting_semaphore<4> room(1);
#endif
std::binary_semaphore done(0);
std::atomic<int> inside{0};
static void visit() {
  room.acquire();
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  room.release();
}
int main() {
  std::thread a([] { visit(); done.release(); });
  std::thread b(visit);
  done.acquire();
  a.join();
  b.join();
  assert(!done.try_acquire());
}
