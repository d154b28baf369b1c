// A thread pool as people write it: a queue of std::function, a condition variable, futures for the results, and a
// stop flag that the destructor raises. Its mutexes order nearly everything, so there are as many reads-from classes
// as traces, and `auto` has to notice that the cheaper executions of `optimal` are the better choice.
// case: --algorithm rf -- -DWORKERS=1 -DTASKS=1 => verified
// case: --algorithm auto -- -DWORKERS=1 -DTASKS=1 => verified
// case: --algorithm auto -- -DWORKERS=2 -DTASKS=1 => verified
// case: --algorithm auto -- -DWORKERS=2 -DTASKS=1 -DBUG => error deadlock
// case: --algorithm optimal -- -DWORKERS=3 -DTASKS=1 -DBUG => error deadlock
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef TASKS
#define TASKS 2
#endif

class ThreadPool {
public:
  explicit ThreadPool(int workers) {
    for (int i = 0; i < workers; i++)
      threads.emplace_back([this] { work(); });
  }
  ~ThreadPool() {
    {
      std::lock_guard<std::mutex> guard(mutex);
      stopping = true;
    }
#ifdef BUG
    changed.notify_one(); // all workers have to wake up
#else
    changed.notify_all();
#endif
    for (std::thread &thread : threads)
      thread.join();
  }
  std::future<int> submit(std::function<int()> function) {
    auto task = std::make_shared<std::packaged_task<int()>>(std::move(function));
    std::future<int> result = task->get_future();
    {
      std::lock_guard<std::mutex> guard(mutex);
      tasks.push([task] { (*task)(); });
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
  std::vector<std::thread> threads;
};

int main() {
  ThreadPool pool(WORKERS);
  std::vector<std::future<int>> results;
  for (int i = 0; i < TASKS; i++)
    results.push_back(pool.submit([i] { return i * i; }));
  int sum = 0;
  for (std::future<int> &result : results)
    sum += result.get();
  assert(sum == (TASKS - 1) * TASKS * (2 * TASKS - 1) / 6);
}
