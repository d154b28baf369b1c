// A joinable std::thread that is destroyed ends the program.
// case: => error abort
#include <thread>

int main() {
    std::thread t([] {});
}
