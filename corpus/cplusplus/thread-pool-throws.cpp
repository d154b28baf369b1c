// A thread pool one of whose tasks throws: whoever asks for its result gets the exception, and the pool goes on.
// case: --model c11 => verified
// case: --model sc --algorithm optimal => verified
// case: --model sc --algorithm rf => verified
// case: --model c11 -- -DFIRST => verified
// case: --model c11 -- -DBUG => error abort
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <thread>

class Pool {
public:
  Pool() : worker([this] { work(); }) {}
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex);
      stopping = true;
    }
    changed.notify_all();
    worker.join();
  }
  std::future<int> submit(std::function<int()> function) {
#ifdef BUG // nobody catches what it throws
    std::promise<int> *promise = new std::promise<int>;
    std::future<int> result = promise->get_future();
    auto task = [promise, function] { promise->set_value(function()); };
#else
    auto shared = std::make_shared<std::packaged_task<int()>>(std::move(function));
    std::future<int> result = shared->get_future();
    auto task = [shared] { (*shared)(); };
#endif
    {
      std::lock_guard<std::mutex> guard(mutex);
      tasks.push(task);
    }
    changed.notify_one();
    return result;
  }

private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return stopping || !tasks.empty(); });
        if (tasks.empty())
          return;
        task = std::move(tasks.front());
        tasks.pop();
      }
      task();
    }
  }
  std::mutex mutex;
  std::condition_variable changed;
  std::queue<std::function<void()>> tasks;
  bool stopping = false;
  std::thread worker;
};

static bool throws(std::future<int> &result) {
  try {
    result.get();
    return false;
  } catch (const std::runtime_error &) {
    return true;
  }
}

int main() {
  Pool pool;
  auto fails = []() -> int { throw std::runtime_error("no"); };
  auto succeeds = [] { return 1; };
#ifdef FIRST
  std::future<int> bad = pool.submit(fails), good = pool.submit(succeeds);
#else
  std::future<int> good = pool.submit(succeeds), bad = pool.submit(fails);
#endif
  assert(throws(bad));
  assert(good.get() == 1);
}
