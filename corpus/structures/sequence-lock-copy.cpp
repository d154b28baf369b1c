// Readers of a sequence lock collect what they read in a local structure and begin anew if it does not fit together.
// case: => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DBUG => error assertion
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
  int a, b;
};
class SequenceLock {
  std::atomic<std::size_t> sequence{0};
  std::atomic<int> a{0}, b{0};

public:
  Pair load() const {
    Pair copy;
    std::size_t before, after;
    do {
      before = sequence.load(std::memory_order_acquire);
      copy.a = a.load(std::memory_order_relaxed);
      copy.b = b.load(std::memory_order_relaxed);
#ifndef BUG
      std::atomic_thread_fence(std::memory_order_acquire);
#endif
      after = sequence.load(std::memory_order_relaxed);
    } while (before != after || before & 1);
    return copy;
  }
  void store(int value) {
    const std::size_t before = sequence.load(std::memory_order_relaxed);
    sequence.store(before + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    a.store(value, std::memory_order_relaxed);
    b.store(value, std::memory_order_relaxed);
    sequence.store(before + 2, std::memory_order_release);
  }
};
static SequenceLock lock;

int main() {
  std::thread writer([] { lock.store(1); });
  const Pair copy = lock.load();
  assert(copy.a == copy.b);
  writer.join();
}
