// case: => verified complete=1 blocked=0
#include <cassert>
#include <chrono>
#include <thread>

int main() {
    std::thread::id inside, none;
    std::thread t([&] {
        inside = std::this_thread::get_id();
        std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    std::thread::id outside = t.get_id();
    t.join();
    assert(inside == outside && inside != std::this_thread::get_id() && inside != none);
    assert(t.get_id() == none);
}
