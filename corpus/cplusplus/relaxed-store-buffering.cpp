// Relaxed atomics of C++, in functions with mangled names, are seen to be weak.
// case: --model sc => verified
// case: --model c11 => error assertion
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x, y;
int a, b;

void first() {
    x.store(1, std::memory_order_relaxed);
    a = y.load(std::memory_order_relaxed);
}

void second() {
    y.store(1, std::memory_order_relaxed);
    b = x.load(std::memory_order_relaxed);
}

int main() {
    std::thread one(first), two(second);
    one.join();
    two.join();
    assert(a == 1 || b == 1);
}
