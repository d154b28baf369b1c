// case: => error mutex-misuse
#include <mutex>

int main() {
    std::mutex m;
    m.unlock();
}
