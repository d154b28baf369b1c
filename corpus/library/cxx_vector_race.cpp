// Two threads append to one vector.
// case: --check races => error data-race
#include <thread>
#include <vector>

int main() {
    std::vector<int> v;
    v.reserve(4);
    std::thread a([&] { v.push_back(1); }), b([&] { v.push_back(2); });
    a.join();
    b.join();
}
