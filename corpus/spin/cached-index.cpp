// A queue for one producer and one consumer whose sides each keep a copy of the other one's index, and refresh it in the loop that waits.
// The copy is read again right after it was refreshed. With BUG the index of the producer is published relaxed.
// case: --model c11 => verified
// case: --model c11 -- -DITEMS=3 => verified
// case: --model c11 -- -DBUG => error data-race
#include <atomic>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <thread>
#ifndef ITEMS
#define ITEMS 2
#endif
#ifdef BUG
constexpr auto PUBLISH = std::memory_order_relaxed;
#else
constexpr auto PUBLISH = std::memory_order_release;
#endif

template <typename T> class Queue {
    std::size_t capacity;
    T *slots;
    alignas(64) std::atomic<std::size_t> written{0};
    std::size_t read_cache = 0;
    alignas(64) std::atomic<std::size_t> read{0};
    std::size_t written_cache = 0;

    std::size_t after(std::size_t index) const { return index + 1 == capacity ? 0 : index + 1; }

  public:
    explicit Queue(std::size_t items) : capacity(items + 1), slots(std::allocator<T>().allocate(capacity)) {}
    ~Queue() { std::allocator<T>().deallocate(slots, capacity); }

    bool try_push(const T &value) {
        auto index = written.load(std::memory_order_relaxed);
        auto next = after(index);
        if (next == read_cache) {
            read_cache = read.load(std::memory_order_acquire);
            if (next == read_cache)
                return false;
        }
        new (&slots[index]) T(value);
        written.store(next, PUBLISH);
        return true;
    }
    T *front() {
        auto index = read.load(std::memory_order_relaxed);
        if (index == written_cache) {
            written_cache = written.load(std::memory_order_acquire);
            if (written_cache == index)
                return nullptr;
        }
        return &slots[index];
    }
    void pop() {
        auto index = read.load(std::memory_order_relaxed);
        slots[index].~T();
        read.store(after(index), std::memory_order_release);
    }
};

int main() {
    Queue<int> queue(ITEMS);
    std::thread consumer([&] {
        for (int i = 0; i < ITEMS; i++) {
            while (!queue.front())
                ;
            assert(*queue.front() == i);
            queue.pop();
        }
    });
    for (int i = 0; i < ITEMS; i++)
        while (!queue.try_push(i))
            ;
    consumer.join();
}
