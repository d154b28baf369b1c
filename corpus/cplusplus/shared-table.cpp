// Readers and a writer share a map; the reader may see the new entry.
// case: => error assertion rf=unsupported
// case: --model tso => error assertion rf=unsupported
// case: --model ra => error assertion
#include <atomic>
#include <memory>
#include <thread>
#include <cassert>
#include <shared_mutex>
#include <mutex>
#include <map>
#include <string>
static std::shared_mutex m;
static std::map<std::string, int> table;
static std::atomic<bool> seen{false};
int main() {
  std::thread w([] {
    std::unique_lock l(m);
    table["a"] = 1;
  });
  std::thread r([] {
    std::shared_lock l(m);
    auto it = table.find("a");
    if (it != table.end() && it->second == 1)
      seen = true;
  });
  w.join();
  r.join();
  assert(!seen);
}
