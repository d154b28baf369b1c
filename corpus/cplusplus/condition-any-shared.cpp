// std::condition_variable_any with a shared lock: two readers wait for a writer.
// case: => verified rf=unsupported
// case: -- -DBUG => error deadlock rf=unsupported
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex mutex;
static std::condition_variable_any changed;
static int value;
static void read() {
  std::shared_lock<std::shared_mutex> lock(mutex);
  changed.wait(lock, [] { return value != 0; });
  assert(value == 7);
}
int main() {
  std::thread a(read), b(read);
  {
    std::unique_lock<std::shared_mutex> lock(mutex);
    value = 7;
  }
#ifdef BUG
  changed.notify_one();
#else
  changed.notify_all();
#endif
  a.join();
  b.join();
}
