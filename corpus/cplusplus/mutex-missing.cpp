// One of two threads forgets the mutex.
// case: --check races => error data-race
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

int main() {
  std::thread a([] {
    std::lock_guard<std::mutex> guard(m);
    counter++;
  });
  std::thread b([] { counter++; });
  a.join();
  b.join();
}
