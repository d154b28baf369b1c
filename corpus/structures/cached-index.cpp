// A queue for one producer and one consumer with copies of the other side's index, which a waiting loop refreshes: it waits for the
// other thread although it stores. Where data races are no errors the store counts, and the loop is named.
// case: --model c11 => verified
// case: --model c11 --no-purity --unroll 3 => verified
// case: --model c11 -- -DBUG => error data-race
#include <atomic>
#include <cassert>
#include <cstddef>
#include <new>
#include <thread>

#ifdef BUG
#define ACQUIRE std::memory_order_relaxed
#else
#define ACQUIRE std::memory_order_acquire
#endif
class Queue {
  static constexpr std::size_t size = 2;
  int *slots = new int[size];
  alignas(64) std::atomic<std::size_t> written{0};
  alignas(64) std::size_t read_copy = 0;
  alignas(64) std::atomic<std::size_t> read{0};
  alignas(64) std::size_t written_copy = 0;

public:
  ~Queue() { delete[] slots; }
  void push(int value) {
    const std::size_t at = written.load(std::memory_order_relaxed);
    const std::size_t next = (at + 1) % size;
    while (next == read_copy)
      read_copy = read.load(ACQUIRE);
    slots[at] = value;
    written.store(next, std::memory_order_release);
  }
  int pop() {
    const std::size_t at = read.load(std::memory_order_relaxed);
    while (at == written_copy)
      written_copy = written.load(ACQUIRE);
    const int value = slots[at];
    read.store((at + 1) % size, std::memory_order_release);
    return value;
  }
};

int main() {
  Queue queue;
  std::thread consumer([&] {
    for (int i = 1; i <= 2; i++)
      assert(queue.pop() == i);
  });
  queue.push(1);
  queue.push(2);
  consumer.join();
}
