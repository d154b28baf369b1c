// Values of small classes in atomics, as pointers with marks are: a loop that loads, copies and compares them waits.
// case: => verified
// case: --model c11 => verified complete=2
// case: --model c11 -- -DBUG => error data-race
// case: --model tso => verified
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

template <class T> struct marked {
  marked(T *pointer = nullptr, unsigned mark = 0) noexcept
      : bits(reinterpret_cast<std::uintptr_t>(pointer) | mark) {}
  T *get() const noexcept { return reinterpret_cast<T *>(bits & ~std::uintptr_t(1)); }
  bool operator==(const marked &other) const noexcept { return bits == other.bits; }
  std::uintptr_t bits;
};

struct pause_longer {
  void operator()() {
    for (unsigned i = 0; i < rounds; i++)
      std::this_thread::yield();
    rounds = rounds < 64 ? rounds * 2 : rounds;
  }
  unsigned rounds = 1;
};

#ifdef BUG
constexpr auto publish = std::memory_order_relaxed;
#else
constexpr auto publish = std::memory_order_release;
#endif

static std::atomic<marked<int>> slot{};
static int content;

int main() {
  std::thread writer([] {
    content = 1;
    marked<int> expected = nullptr;
    slot.compare_exchange_strong(expected, &content, publish, std::memory_order_relaxed);
  });
  auto value = slot.load(std::memory_order_acquire);
  pause_longer pause;
  while (value == nullptr) {
    pause();
    value = slot.load(std::memory_order_acquire);
  }
  assert(*value.get() == 1);
  writer.join();
}
