// An event bus: handlers in std::function, copied out of a table under a mutex and called without it.
// case: --algorithm optimal --model sc => verified
// case: --model c11 => verified
#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
class EventBus {
  std::mutex mutex_;
  std::map<std::string, std::vector<std::function<void(const std::string &)>>> handlers_;
public:
  void subscribe(const std::string &topic, std::function<void(const std::string &)> h) {
    std::lock_guard<std::mutex> lock(mutex_);
    handlers_[topic].push_back(std::move(h));
  }
  std::size_t publish(const std::string &topic, const std::string &message) {
    std::vector<std::function<void(const std::string &)>> copy;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      auto it = handlers_.find(topic);
      if (it == handlers_.end()) return 0;
      copy = it->second;
    }
    for (auto &h : copy) h(message);
    return copy.size();
  }
};
int main() {
  EventBus bus;
  std::mutex m;
  std::vector<std::string> seen;
  std::thread subscriber([&] {
    bus.subscribe("greeting", [&](const std::string &s) {
      std::lock_guard<std::mutex> l(m);
      seen.push_back("got: " + s);
    });
  });
  std::thread publisher([&] {
    auto n = bus.publish("greeting", "hello, this is a longer string than the small buffer");
    assert(n <= 1);
  });
  subscriber.join();
  publisher.join();
  assert(bus.publish("greeting", "last") == 1);
  assert(seen.back() == "got: last");
  std::function<int()> empty;
  try { empty(); assert(false); } catch (const std::bad_function_call &e) { assert(e.what()); }
}
