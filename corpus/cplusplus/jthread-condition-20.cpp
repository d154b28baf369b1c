// C++20: a jthread that waits on a condition_variable_any with a stop token.
// case: --algorithm optimal -- -std=c++20 => verified
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
std::mutex m;
std::condition_variable_any cv;
bool ready = false;
int result = -1;
int main() {
  {
    std::jthread t([](std::stop_token s) {
      std::unique_lock<std::mutex> l(m);
      bool got = cv.wait(l, s, [] { return ready; });
      result = got ? 1 : 0;
    });
  }
  assert(result == 0);
}
