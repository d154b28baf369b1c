// case: => verified complete=1 blocked=0
#include <cassert>
#include <mutex>

int main() {
    std::mutex m;
    std::unique_lock<std::mutex> a(m);
    assert(a.owns_lock());
    std::unique_lock<std::mutex> b(m, std::try_to_lock);
    assert(!b.owns_lock());
    a.unlock();
    assert(b.try_lock());
    b.unlock();
    std::unique_lock<std::mutex> c(m, std::defer_lock);
    assert(!c.owns_lock());
    c.lock();
    std::unique_lock<std::mutex> d(std::move(c));
    assert(d.owns_lock() && !c.owns_lock());
}
