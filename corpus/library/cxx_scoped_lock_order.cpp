// Who is last to take two mutexes at once may be either thread. Under ra this is not decided.
// case: => error assertion line=20 rf=unsupported
// case: --model tso => error assertion line=20 rf=unsupported
// case: --model ra => inconclusive unsupported
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int last;

static void forwards() {
    std::scoped_lock both(a, b);
    last = 1;
}
static void backwards() { std::scoped_lock both(b, a); last = 2; }
int main() {
    std::thread s(forwards), t(backwards);
    s.join(), t.join();
    assert(last == 2);
}
