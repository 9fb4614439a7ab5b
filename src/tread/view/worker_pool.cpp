#include "tread/view/worker_pool.hpp"

#include <utility>

namespace tread::view {
namespace {

thread_local bool t_refusing = false;

}  // namespace

WorkerPool::WorkerPool(std::size_t n_threads, std::size_t n_most, std::atomic<int>& n_waiting,
                       std::function<void()> idle)
    : n_most_(n_most), n_waiting_(n_waiting), idle_(std::move(idle)) {
  for (std::size_t i = 0; i < n_threads; ++i) threads_.emplace_back([this] { work(); });
}

bool WorkerPool::is_refusing() { return t_refusing; }

void WorkerPool::enqueue(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() + n_busy_ < n_most_) {
      jobs_.push_back(std::move(job));
      ++n_waiting_;
      changed_.notify_one();
      return;
    }
  }
  t_refusing = true;
  job();
  t_refusing = false;
}

void WorkerPool::shutdown() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    --n_waiting_;
    ++n_busy_;
    lock.unlock();
    job();
    lock.lock();
    --n_busy_;
  }
}

}  // namespace tread::view
