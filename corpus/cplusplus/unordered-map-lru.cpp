// A cache that forgets the least recently used: list, unordered_map, optional, scoped_lock.
// case: --algorithm optimal --model sc => verified
// case: --model c11 => verified
#include <cassert>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
template <class K, class V> class LruCache {
  std::size_t capacity_;
  std::list<std::pair<K, V>> items_;
  std::unordered_map<K, typename std::list<std::pair<K, V>>::iterator> index_;
  mutable std::mutex mutex_;
public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}
  void put(const K &key, V value) {
    std::scoped_lock lock(mutex_);
    if (auto it = index_.find(key); it != index_.end()) {
      items_.erase(it->second);
      index_.erase(it);
    }
    items_.emplace_front(key, std::move(value));
    index_[key] = items_.begin();
    if (items_.size() > capacity_) {
      index_.erase(items_.back().first);
      items_.pop_back();
    }
  }
  std::optional<V> get(const K &key) {
    std::scoped_lock lock(mutex_);
    auto it = index_.find(key);
    if (it == index_.end()) return std::nullopt;
    items_.splice(items_.begin(), items_, it->second);
    return it->second->second;
  }
  std::size_t size() const { std::scoped_lock lock(mutex_); return items_.size(); }
};
int main() {
  LruCache<std::string, int> cache(2);
  std::thread a([&] { cache.put("one", 1); cache.put("two", 2); });
  std::thread b([&] { cache.put("three", 3); auto v = cache.get("one"); assert(!v || *v == 1); });
  a.join(); b.join();
  assert(cache.size() == 2);
}
