// case: => verified complete=2 blocked=0
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int calls;

static void use(int amount) {
    std::call_once(flag, [&] { calls += amount; });
    assert(calls == 1);
}

int main() {
    std::thread a(use, 1), b(use, 1);
    a.join();
    b.join();
}
