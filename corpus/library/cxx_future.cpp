// case: => verified blocked=0
// case: --model ra => verified blocked=0
#include <cassert>
#include <future>
#include <thread>

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread t([&] { promise.set_value(42); });
    assert(future.get() == 42);
    t.join();
    assert(std::async(std::launch::async, [](int x) { return x + 1; }, 6).get() == 7);
    std::packaged_task<int()> task([] { return 9; });
    auto result = task.get_future();
    task();
    assert(result.get() == 9);
}
