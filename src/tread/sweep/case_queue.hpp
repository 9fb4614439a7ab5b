#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "tread/casefile/study_file.hpp"
#include "tread/sweep/case_record.hpp"

namespace tread::sweep {

/// Cases on their way to workers, and what these make of them on its way back.
///
/// Workers take a few neighbouring cases at a time, which have much in common and need not be
/// prepared twice: as many as take a twentieth of a second, and fewer towards the end.
class CaseQueue {
 public:
  /// More cases to do, in ascending order.
  void fill(const std::vector<std::size_t>& cases);
  /// No more will come: workers that find nothing go home.
  void close();
  /// Workers leave what they are at.
  void stop();
  bool is_stopped() const;

  /// For workers: waits until there is something. Empty: go home.
  std::vector<std::size_t> take();
  /// For another process: does not wait.
  std::vector<std::size_t> take_at_once(int n_workers);
  /// @param seconds that the case took
  void put(CaseRecord record, double seconds);

  /// What was put since it was asked last; waits for up to so many milliseconds for something.
  std::vector<CaseRecord> collect(int milliseconds);
  /// Workers that wait for cases.
  int n_waiting() const;
  /// How many share the work: processes' workers all together.
  void set_n_workers(int n_workers);

 private:
  std::size_t handful() const;
  std::vector<std::size_t> taken(std::size_t n);

  mutable std::mutex mutex_;
  std::condition_variable for_workers_;
  std::condition_variable for_collector_;
  std::deque<std::size_t> cases_;
  std::vector<CaseRecord> records_;
  bool closed_ = false;
  bool stopped_ = false;
  int n_waiting_ = 0;
  int n_workers_ = 1;
  double seconds_ = 0;
  std::size_t n_timed_ = 0;
};

/// Threads that run the cases of a queue until it is closed and empty, or stopped.
class Workers {
 public:
  Workers(const casefile::StudyFile& study, CaseQueue& queue, int n_workers);
  /// Stops the queue if it is not done, and waits.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Whether all have gone home.
  bool are_done() const { return n_at_work_ == 0; }

 private:
  CaseQueue& queue_;
  std::atomic<int> n_at_work_;
  std::vector<std::jthread> threads_;
};

}  // namespace tread::sweep
