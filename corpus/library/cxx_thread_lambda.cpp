// A std::thread with a lambda that captures by reference.
// case: => verified complete=1 blocked=0
// case: --check races,leaks => verified
#include <cassert>
#include <thread>

int main() {
    int x = 0;
    std::thread t([&] { x = 42; });
    assert(t.joinable());
    t.join();
    assert(!t.joinable() && x == 42);
}
