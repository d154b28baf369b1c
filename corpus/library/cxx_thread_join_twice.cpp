// case: => error abort line=7
#include <thread>

int main() {
    std::thread t([] {});
    t.join();
    t.join();
}
