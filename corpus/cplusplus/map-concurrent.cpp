// A map without a lock is a race in the container.
// case: --check races => error data-race
// case: --check races -- -DLOCK => verified
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
std::map<int, std::string> m;
std::unordered_map<int, int> u;
std::mutex l;
void put(int k) {
#ifdef LOCK
  std::lock_guard<std::mutex> g(l);
#endif
  m[k] = "v";
  u[k]++;
}
int main() {
  std::thread t(put, 1);
  put(2);
  t.join();
  return m.size() == 2 ? 0 : 1;
}
