#pragma once

#include <httplib.h>
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace tread::view {

/// Threads that serve connections, one each. A browser keeps its connections open, so that there
/// are many more threads than cores; most of them sleep. Where the system gives fewer threads,
/// these have to do.
class WorkerPool : public httplib::TaskQueue {
 public:
  /// @param n_most connections at a time, served or waiting.
  /// @param n_waiting how many wait for a thread: those who serve look at it and make haste.
  /// @param idle called now and then by the thread that accepts connections.
  /// Throws Error if not a single thread can be made.
  WorkerPool(std::size_t n_threads, std::size_t n_most, std::atomic<int>& n_waiting,
             std::function<void()> idle);
  ~WorkerPool() override;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Beyond n_most the job is done at once in the calling thread, where is_refusing() is true.
  void enqueue(std::function<void()> job) override;
  void shutdown() override;
  void on_idle() override { idle_(); }

  /// True in a job that is one too many, and has to end at once.
  static bool is_refusing();

 private:
  void make_threads(std::size_t n_threads);
  bool accepts(std::function<void()>& job);
  void work();

  std::size_t n_most_;
  std::atomic<int>& n_waiting_;
  std::function<void()> idle_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::size_t n_busy_ = 0;
  bool ended_ = false;
  std::vector<pthread_t> threads_;
};

}  // namespace tread::view
