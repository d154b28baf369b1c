// A vector of threads.
// case: => verified complete=6
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> counter{0};

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([] { counter++; });
  for (std::thread &t : threads)
    t.join();
  assert(counter == 3);
}
