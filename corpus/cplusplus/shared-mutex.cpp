// std::shared_mutex: readers together, the writer alone.
// case: --check races => verified rf=unsupported
// case: --model ra => verified complete=14
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int first, second;

int main() {
  std::thread writer([] {
    std::unique_lock<std::shared_mutex> lock(m);
    first++;
    second++;
  });
  std::thread reader([] {
    std::shared_lock<std::shared_mutex> lock(m);
    assert(first == second);
  });
  {
    std::shared_lock<std::shared_mutex> lock(m);
    assert(first == second);
  }
  writer.join();
  reader.join();
}
