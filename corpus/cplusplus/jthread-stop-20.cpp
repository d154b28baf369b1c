// C++20: a jthread joins itself, and its stop token is seen.
// case: -- -std=c++20 => verified
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> rounds{0};
int main() {
  {
    std::jthread t([](std::stop_token s) {
      for (int i = 0; i < 2 && !s.stop_requested(); i++)
        rounds++;
    });
    t.request_stop();
  }
  assert(rounds <= 2);
}
