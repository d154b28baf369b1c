// case: => verified complete=2 blocked=0
// case: -- -DLOST => error deadlock
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool ready;

int main() {
    std::thread t([] {
        std::lock_guard<std::mutex> guard(m);
        ready = true;
        c.notify_one();
    });
    {
        std::unique_lock<std::mutex> lock(m);
#ifdef LOST
        c.wait(lock);
#else
        c.wait(lock, [] { return ready; });
#endif
        assert(lock.owns_lock() && ready);
    }
    t.join();
}
