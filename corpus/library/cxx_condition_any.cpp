// std::condition_variable_any waits with any kind of lock.
// case: => verified blocked=0 rf=unsupported
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static std::condition_variable_any c;
static bool ready;

int main() {
    std::thread t([] {
        std::unique_lock<std::shared_mutex> lock(m);
        ready = true;
        c.notify_all();
    });
    {
        std::shared_lock<std::shared_mutex> lock(m);
        c.wait(lock, [] { return ready; });
    }
    t.join();
}
