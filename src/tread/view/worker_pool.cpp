#include "tread/view/worker_pool.hpp"

#include <new>
#include <utility>

#include "tread/core/errors.hpp"

namespace tread::view {
namespace {

thread_local bool t_refusing = false;

/// Not left to the system, which gives 2 MB where the stack of programs is unlimited.
constexpr std::size_t k_stack_bytes = 8 * 1024 * 1024;

}  // namespace

WorkerPool::WorkerPool(std::size_t n_threads, std::size_t n_most, std::atomic<int>& n_waiting,
                       std::function<void()> idle)
    : n_most_(n_most), n_waiting_(n_waiting), idle_(std::move(idle)) {
  make_threads(n_threads);
  if (threads_.empty()) {
    throw Error("the system gives no thread to answer with\n  hint: raise the limits (ulimit -a)");
  }
}

WorkerPool::~WorkerPool() { shutdown(); }

void WorkerPool::make_threads(std::size_t n_threads) {
  threads_.reserve(n_threads);
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return;
  ::pthread_attr_setstacksize(&attributes, k_stack_bytes);
  const auto run = [](void* self) -> void* {
    static_cast<WorkerPool*>(self)->work();
    return nullptr;
  };
  pthread_t thread{};
  while (threads_.size() < n_threads && ::pthread_create(&thread, &attributes, run, this) == 0) {
    threads_.push_back(thread);
  }
  ::pthread_attr_destroy(&attributes);
}

bool WorkerPool::is_refusing() { return t_refusing; }

void WorkerPool::enqueue(std::function<void()> job) {
  if (accepts(job)) return;
  t_refusing = true;
  job();
  t_refusing = false;
}

bool WorkerPool::accepts(std::function<void()>& job) {
  const std::lock_guard lock(mutex_);
  if (jobs_.size() + n_busy_ >= n_most_) return false;
  try {
    jobs_.emplace_back();
  } catch (const std::bad_alloc&) {
    return false;
  }
  jobs_.back().swap(job);
  ++n_waiting_;
  changed_.notify_one();
  return true;
}

void WorkerPool::shutdown() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  for (const pthread_t thread : threads_) ::pthread_join(thread, nullptr);
  threads_.clear();
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
