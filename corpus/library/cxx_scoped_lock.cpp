// std::scoped_lock takes two mutexes in either order without a deadlock; taking them one by one in
// opposite orders does not.
// case: --unroll 2 => verified redundant=2 rf=unsupported sat=unsupported
// case: -- -DNAIVE => error deadlock
#include <mutex>
#include <thread>

static std::mutex a, b;

static void forwards() {
#ifdef NAIVE
    std::lock_guard<std::mutex> first(a), second(b);
#else
    std::scoped_lock both(a, b);
#endif
}

static void backwards() {
#ifdef NAIVE
    std::lock_guard<std::mutex> first(b), second(a);
#else
    std::scoped_lock both(b, a);
#endif
}

int main() {
    std::thread s(forwards), t(backwards);
    s.join();
    t.join();
}
