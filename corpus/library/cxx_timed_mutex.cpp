// case: => verified complete=2 blocked=0
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex m;

int main() {
    m.lock();
    std::thread t([] {
        if (m.try_lock_for(std::chrono::milliseconds(10)))
            m.unlock();
    });
    m.unlock();
    t.join();
}
