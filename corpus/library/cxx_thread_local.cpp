// A thread_local object is made and destroyed in each thread that uses it.
// case: => verified blocked=0
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made, destroyed;

struct Thing {
    int uses = 0;
    Thing() { made++; }
    ~Thing() { destroyed++; }
};

static thread_local Thing thing;

int main() {
    std::thread a([] { assert(++thing.uses == 1); });
    a.join();
    std::thread b([] { assert(++thing.uses == 1); });
    b.join();
    assert(made == 2 && destroyed == 2);
}
