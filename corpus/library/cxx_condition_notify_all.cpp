// case: => verified blocked=0
// case: -- -DNOTIFY=notify_one => error deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef NOTIFY
#define NOTIFY notify_all
#endif

static std::mutex m;
static std::condition_variable c;
static bool ready;

static void wait() {
    std::unique_lock<std::mutex> lock(m);
    while (!ready)
        c.wait(lock);
}

int main() {
    std::thread a(wait), b(wait);
    {
        std::lock_guard<std::mutex> guard(m);
        ready = true;
        c.NOTIFY();
    }
    a.join();
    b.join();
}
