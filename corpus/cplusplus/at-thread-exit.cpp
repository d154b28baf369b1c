// Values and notifications at the end of a thread, when its thread_local variables are destroyed. With BUG the value is set at once,
// and may be seen before.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model c11 -- -DBUG => error
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static int destroyed;
struct Local {
    int used = 0;
    ~Local() { destroyed++; }
};
static thread_local Local local;

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread first([&] {
        local.used = 1;
#ifdef BUG
        promise.set_value(7);
#else
        promise.set_value_at_thread_exit(7);
#endif
    });
    assert(future.get() == 7);
    assert(destroyed == 1);
    first.join();

    std::packaged_task<int(int)> task([](int n) { return n + 1; });
    std::future<int> result = task.get_future();
    std::thread second([&] { task.make_ready_at_thread_exit(2); });
    assert(result.get() == 3);
    second.join();

    std::mutex mutex;
    std::condition_variable condition;
    bool done = false;
    std::thread third([&] {
        std::unique_lock<std::mutex> lock(mutex);
        local.used = 2;
        done = true;
        std::notify_all_at_thread_exit(condition, std::move(lock));
    });
    {
        std::unique_lock<std::mutex> lock(mutex);
        condition.wait(lock, [&] { return done; });
        assert(destroyed == 2);
    }
    third.join();
}
