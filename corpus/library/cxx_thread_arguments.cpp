// Arguments are copied, references are wrapped, member functions are called on objects.
// case: => verified complete=1 blocked=0
#include <cassert>
#include <functional>
#include <memory>
#include <thread>

static void add(int amount, int &sum) { sum += amount; }

struct Counter {
    int value = 0;
    void increase(int amount) { value += amount; }
};

int main() {
    int sum = 1;
    Counter counter;
    std::thread a(add, 2, std::ref(sum));
    std::thread b(&Counter::increase, &counter, 5);
    std::thread c([p = std::make_unique<int>(9)] { assert(*p == 9); });
    a.join();
    b.join();
    c.join();
    assert(sum == 3 && counter.value == 5);
}
