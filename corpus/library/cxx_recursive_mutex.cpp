// case: => verified complete=2 blocked=0
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static int depth;

static void nest(int n) {
    std::lock_guard<std::recursive_mutex> guard(m);
    depth++;
    if (n)
        nest(n - 1);
    depth--;
    assert(depth == 2 - n);
}

int main() {
    std::thread a(nest, 2), b(nest, 2);
    a.join();
    b.join();
}
