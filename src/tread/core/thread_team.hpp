#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace tread {

/// A few threads that share loops. Each index is worked on by exactly one thread and results must
/// not depend on which: sums are stored per index and added up in order afterwards, so any number
/// of threads gives the same bits.
class ThreadTeam {
 public:
  /// Throws ModelError if the system does not give that many threads.
  explicit ThreadTeam(int n_threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls body(begin, end, thread) on contiguous parts of [0, n), thread in [0, size()), and waits
  /// for all of them. The body must not throw.
  template <class Body>
  void for_ranges(int n, Body&& body) {
    if (workers_.empty()) {
      body(0, n, 0);
      return;
    }
    run({[](void* context, int count, int thread, int n_threads) {
           const auto bound = [&](int part) {
             return static_cast<int>(static_cast<long long>(count) * part / n_threads);
           };
           (*static_cast<std::remove_reference_t<Body>*>(context))(bound(thread), bound(thread + 1),
                                                                   thread);
         },
         &body, n});
  }

 private:
  struct Job {
    void (*call)(void* context, int n, int thread, int n_threads) = nullptr;
    void* context = nullptr;
    int n = 0;
  };

  void close();
  void run(Job job);
  void work(int thread);

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  Job job_;
  unsigned long generation_ = 0;
  int n_busy_ = 0;
  bool closing_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace tread
