// case: => verified complete=6 blocked=0
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
    std::mutex m;
    int sum = 0;
    std::vector<std::thread> threads;
    for (int i = 1; i <= 3; i++)
        threads.emplace_back([&, i] {
            std::lock_guard<std::mutex> guard(m);
            sum += i;
        });
    for (auto &t : threads)
        t.join();
    assert(sum == 6);
}
