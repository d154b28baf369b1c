// A timed wait that nobody ends is no deadlock.
// case: => verified complete=1 blocked=0
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

int main() {
    std::mutex m;
    std::condition_variable c;
    std::unique_lock<std::mutex> lock(m);
    assert(c.wait_until(lock, std::chrono::system_clock::now() + std::chrono::hours(1)) == std::cv_status::timeout);
    assert(lock.owns_lock());
}
