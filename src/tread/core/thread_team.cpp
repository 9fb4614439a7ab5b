#include "tread/core/thread_team.hpp"

#include <fmt/format.h>

#include "tread/core/errors.hpp"

namespace tread {

ThreadTeam::ThreadTeam(int n_threads) {
  try {
    for (int thread = 1; thread < n_threads; ++thread) {
      workers_.emplace_back([this, thread] { work(thread); });
    }
  } catch (const std::exception& error) {
    close();
    throw ModelError(fmt::format("cannot start {} threads: {}", n_threads, error.what()));
  }
}

ThreadTeam::~ThreadTeam() { close(); }

void ThreadTeam::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadTeam::run(Job job) {
  {
    const std::lock_guard lock(mutex_);
    job_ = job;
    n_busy_ = static_cast<int>(workers_.size());
    ++generation_;
  }
  start_.notify_all();
  job.call(job.context, job.n, 0, size());
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return n_busy_ == 0; });
}

void ThreadTeam::work(int thread) {
  unsigned long seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    start_.wait(lock, [&] { return closing_ || generation_ != seen; });
    if (closing_) return;
    seen = generation_;
    const Job job = job_;
    lock.unlock();
    job.call(job.context, job.n, thread, size());
    lock.lock();
    if (--n_busy_ == 0) done_.notify_one();
  }
}

}  // namespace tread
