// std::scoped_lock takes two mutexes in either order without a deadlock; taking them one by one in
// opposite orders does not.
// case: => verified complete=2 rf=unsupported
// case: --model tso => verified complete=2 rf=unsupported
// case: -- -DTHREE => verified rf=unsupported
// case: -- -DNAIVE => error deadlock
#include <mutex>
#include <thread>

static std::mutex a, b, c;

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

#ifdef THREE
static void all() { std::scoped_lock three(c, b, a); }
#else
static void all() {}
#endif

int main() {
    std::thread s(forwards), t(backwards);
    all();
    s.join();
    t.join();
}
