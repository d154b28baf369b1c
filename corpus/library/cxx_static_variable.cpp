// A static variable of a function is initialised once; the other thread waits or comes later.
// case: => verified blocked=0
// case: --check races => verified
#include <cassert>
#include <thread>

static int constructed;

struct Thing {
    int value;
    Thing() : value(7) { constructed++; }
};

static Thing &instance() {
    static Thing thing;
    return thing;
}

int main() {
    auto use = [] { assert(instance().value == 7); };
    std::thread a(use), b(use);
    a.join();
    b.join();
    assert(constructed == 1);
}
