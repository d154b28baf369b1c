// A cache: readers share, one writer upgrades; BUG: no second look after the upgrade.
// case: --algorithm optimal => verified
// case: --algorithm optimal -- -DBUG => error assertion
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
struct Cache {
  std::shared_mutex m;
  std::map<std::string, int> values;
  int computed = 0;
  int get(const std::string &key) {
    {
      std::shared_lock<std::shared_mutex> l(m);
      auto i = values.find(key);
      if (i != values.end()) return i->second;
    }
    std::unique_lock<std::shared_mutex> l(m);
#ifndef BUG
    auto i = values.find(key);
    if (i != values.end()) return i->second;
#endif
    computed++;
    return values[key] = (int)key.size();
  }
};
int main() {
  Cache c;
  std::thread a([&] { assert(c.get("four") == 4); });
  std::thread b([&] { assert(c.get("four") == 4); });
  a.join();
  b.join();
  assert(c.computed == 1);
}
