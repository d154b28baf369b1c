// case: => verified
#include <cassert>
#include <future>
int work(int n) {
  return n * 2;
}
int main() {
  auto a = std::async(std::launch::async, work, 3);
  auto b = std::async(std::launch::deferred, work, 4);
  assert(a.get() + b.get() == 14);
}
