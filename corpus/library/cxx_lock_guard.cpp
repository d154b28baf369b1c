// case: => verified complete=2 blocked=0
// case: -- -DNO_LOCK => error assertion line=22
// case: --check races -- -DNO_LOCK => error data-race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void increment() {
#ifndef NO_LOCK
    std::lock_guard<std::mutex> guard(m);
#endif
    counter++;
}

int main() {
    std::thread a(increment), b(increment);
    a.join();
    b.join();
    assert(counter == 2);
}
