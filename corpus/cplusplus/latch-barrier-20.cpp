// C++20: latch, barrier and counting semaphore.
// case: -- -std=c++20 => verified
// case: --model ra -- -std=c++20 => verified
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>
std::latch done{1};
std::counting_semaphore<2> s{0};
int x;
int main() {
  std::thread t([] {
    x = 1;
    done.count_down();
    s.acquire();
  });
  done.wait();
  assert(x == 1);
  s.release();
  t.join();
}
