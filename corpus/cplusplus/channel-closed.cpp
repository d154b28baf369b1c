// A channel that is closed by its last sender, and moves what it carries.
// case: => verified
// case: --model ra => verified
// case: -- -DBUG => error deadlock
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
template <class T> struct Channel {
  std::mutex mutex;
  std::condition_variable changed;
  std::queue<T> queue;
  int senders = 0;
};
template <class T> class Sender {
  std::shared_ptr<Channel<T>> channel;

public:
  explicit Sender(std::shared_ptr<Channel<T>> c) : channel(std::move(c)) {
    std::lock_guard<std::mutex> lock(channel->mutex);
    channel->senders++;
  }
  Sender(Sender &&) noexcept = default;
  ~Sender() {
    if (!channel)
      return;
    std::lock_guard<std::mutex> lock(channel->mutex);
    channel->senders--;
#ifndef BUG
    channel->changed.notify_all();
#endif
  }
  void send(T value) {
    std::lock_guard<std::mutex> lock(channel->mutex);
    channel->queue.push(std::move(value));
    channel->changed.notify_one();
  }
};
template <class T> std::optional<T> receive(Channel<T> &channel) {
  std::unique_lock<std::mutex> lock(channel.mutex);
  channel.changed.wait(lock, [&] { return !channel.queue.empty() || channel.senders == 0; });
  if (channel.queue.empty())
    return std::nullopt;
  T value = std::move(channel.queue.front());
  channel.queue.pop();
  return value;
}
int main() {
  auto channel = std::make_shared<Channel<std::unique_ptr<int>>>();
  Sender<std::unique_ptr<int>> sender(channel);
  std::thread thread([sender = std::move(sender)]() mutable {
    Sender<std::unique_ptr<int>> mine(std::move(sender));
    mine.send(std::make_unique<int>(4));
  });
  int sum = 0;
  while (auto value = receive(*channel))
    sum += **value;
  assert(sum == 4);
  thread.join();
}
