// case: => verified blocked=0
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};
static std::atomic<bool> flag{false};
static std::atomic_flag spin = ATOMIC_FLAG_INIT;

int main() {
    std::thread a([] {
        counter.fetch_add(2);
        flag.store(true, std::memory_order_release);
    });
    counter++;
    int expected = 100;
    assert(!counter.compare_exchange_strong(expected, 0));
    if (flag.load(std::memory_order_acquire))
        assert(counter == 3);
    assert(!spin.test_and_set() && spin.test_and_set());
    a.join();
    assert(counter == 3);
}
