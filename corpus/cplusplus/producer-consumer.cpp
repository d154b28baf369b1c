// A bounded buffer with two condition variables.
// case: --check races => verified
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Buffer {
public:
  void put(int item) {
    std::unique_lock<std::mutex> lock(m);
    not_full.wait(lock, [this] { return count < 1; });
    cell = item;
    count++;
    not_empty.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> lock(m);
    not_empty.wait(lock, [this] { return count > 0; });
    count--;
    not_full.notify_one();
    return cell;
  }

private:
  std::mutex m;
  std::condition_variable not_full, not_empty;
  int cell = 0, count = 0;
};

int main() {
  Buffer buffer;
  std::thread producer([&] {
    buffer.put(1);
    buffer.put(2);
  });
  assert(buffer.take() == 1);
  assert(buffer.take() == 2);
  producer.join();
}
