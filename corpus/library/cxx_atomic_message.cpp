// Release and acquire order plain data; relaxed does not.
// case: --check races => verified
// case: --check races -- -DORDER=std::memory_order_relaxed => error data-race
#include <atomic>
#include <thread>

#ifndef ORDER
#define ORDER std::memory_order_release
#endif

static std::atomic<int> flag;
static int data;

int main() {
    std::thread t([] {
        data = 1;
        flag.store(1, ORDER);
    });
    int seen = flag.load(std::memory_order_acquire) ? data : 0;
    t.join();
    return seen > 1;
}
