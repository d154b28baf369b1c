// case: => verified blocked=0 rf=unsupported
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int a, b;

static void read() {
    std::shared_lock<std::shared_mutex> lock(m);
    assert(a == b);
}

static void write() {
    std::unique_lock<std::shared_mutex> lock(m);
    a = 1;
    b = 1;
}

int main() {
    std::thread r(read), s(read), w(write);
    r.join();
    s.join();
    w.join();
}
