// One result for several threads, by a packaged task.
// case: => verified
// case: -- -DBUG => error assertion
#include <atomic>
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::packaged_task<int(int, int)> task([](int a, int b) { return a * b; });
  std::shared_future<int> result = task.get_future().share();
  std::atomic<int> seen{0};
  std::thread reader([result, &seen] {
#ifdef BUG
    if (result.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      return;
#endif
    seen = result.get();
  });
  std::thread worker(std::move(task), 6, 7);
  assert(result.get() == 42);
  worker.join();
  reader.join();
  assert(seen == 42);
}
