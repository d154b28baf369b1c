// case: => verified
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::packaged_task<int(int)> task([](int v) { return v + 1; });
  auto f = task.get_future();
  std::thread t(std::move(task), 41);
  t.join();
  assert(f.get() == 42);
}
