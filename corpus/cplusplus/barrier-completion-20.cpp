// C++20: a barrier with a completion function.
// case: --algorithm optimal -- -std=c++20 => verified
#include <barrier>
#include <cassert>
#include <thread>
int phase = 0;
int parts[2];
auto complete = []() noexcept { phase++; };
std::barrier<decltype(complete)> b(2, complete);
void work(int i) {
  parts[i] = 1;
  b.arrive_and_wait();
  assert(phase >= 1 && parts[1 - i] == 1);
  b.arrive_and_drop();
}
int main() {
  std::thread x(work, 0), y(work, 1);
  x.join();
  y.join();
  assert(phase == 2);
}
