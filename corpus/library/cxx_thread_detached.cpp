// case: => error assertion line=7
#include <cassert>
#include <thread>

int main() {
    std::thread([] {
        assert(!"reached");
    }).detach();
}
