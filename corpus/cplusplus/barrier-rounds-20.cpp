// C++20: two threads meet at a barrier again and again, and each sees what the other one has done before.
// case: --model c11 -- -std=c++20 => verified
// case: --model sc --algorithm optimal -- -std=c++20 => verified
// case: --model c11 -- -std=c++20 -DBUG => error data-race
#include <barrier>
#include <cassert>
#include <thread>

static int cells[2];

int main() {
  std::barrier<> met(2);
  auto work = [&](int me) {
    for (int round = 1; round <= 2; round++) {
      cells[me] = round;
      met.arrive_and_wait();
      assert(cells[1 - me] == round);
#ifndef BUG // else the next round begins while the other thread still looks
      if (round == 1)
        met.arrive_and_wait();
#endif
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
}
