#include "tread/sweep/case_queue.hpp"

#include <algorithm>
#include <chrono>

namespace tread::sweep {
namespace {

constexpr double k_handful_seconds = 0.05;
constexpr std::size_t k_largest_handful = 64;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Tells a case that the queue was stopped.
class QueueObserver : public Observer {
 public:
  explicit QueueObserver(const CaseQueue& queue) : queue_(queue) {}
  bool stop_requested() override { return queue_.is_stopped(); }

 private:
  const CaseQueue& queue_;
};

void work(const casefile::StudyFile& study, CaseQueue& queue) {
  study::MeasureMemory memory;
  QueueObserver observer(queue);
  for (std::vector<std::size_t> cases = queue.take(); !cases.empty(); cases = queue.take()) {
    for (const std::size_t i_case : cases) {
      const auto begin = std::chrono::steady_clock::now();
      std::optional<CaseRecord> record = run_case_of(study, i_case, memory, observer);
      if (!record || queue.is_stopped()) return;
      queue.put(std::move(*record), seconds_since(begin));
    }
  }
}

}  // namespace

void CaseQueue::fill(const std::vector<std::size_t>& cases) {
  const std::lock_guard lock(mutex_);
  cases_.insert(cases_.end(), cases.begin(), cases.end());
  for_workers_.notify_all();
}

void CaseQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for_workers_.notify_all();
}

void CaseQueue::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for_workers_.notify_all();
}

bool CaseQueue::is_stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

void CaseQueue::set_n_workers(int n_workers) {
  const std::lock_guard lock(mutex_);
  n_workers_ = std::max(1, n_workers);
}

int CaseQueue::n_waiting() const {
  const std::lock_guard lock(mutex_);
  return n_waiting_;
}

std::size_t CaseQueue::handful() const {
  if (n_timed_ == 0) return 1;
  const double each = seconds_ / static_cast<double>(n_timed_);
  const double in_time = each > 0 ? k_handful_seconds / each : k_largest_handful;
  // A quarter of a fair share: nobody is left with much while others have nothing.
  const std::size_t share = cases_.size() / (4 * static_cast<std::size_t>(n_workers_));
  const auto n = static_cast<std::size_t>(std::min(in_time, double{k_largest_handful}));
  return std::clamp<std::size_t>(n, 1, std::max<std::size_t>(1, share));
}

std::vector<std::size_t> CaseQueue::taken(std::size_t n) {
  const auto end = cases_.begin() + static_cast<long>(std::min(n, cases_.size()));
  std::vector<std::size_t> result(cases_.begin(), end);
  cases_.erase(cases_.begin(), end);
  return result;
}

std::vector<std::size_t> CaseQueue::take() {
  std::unique_lock lock(mutex_);
  ++n_waiting_;
  if (cases_.empty()) for_collector_.notify_all();
  for_workers_.wait(lock, [&] { return stopped_ || closed_ || !cases_.empty(); });
  --n_waiting_;
  return stopped_ ? std::vector<std::size_t>{} : taken(handful());
}

std::vector<std::size_t> CaseQueue::take_at_once(int n_workers) {
  const std::lock_guard lock(mutex_);
  return stopped_ ? std::vector<std::size_t>{}
                  : taken(handful() * static_cast<std::size_t>(std::max(1, n_workers)));
}

void CaseQueue::put(CaseRecord record, double seconds) {
  const std::lock_guard lock(mutex_);
  records_.push_back(std::move(record));
  seconds_ += seconds;
  ++n_timed_;
  for_collector_.notify_all();
}

std::vector<CaseRecord> CaseQueue::collect(int milliseconds) {
  std::unique_lock lock(mutex_);
  if (records_.empty()) for_collector_.wait_for(lock, std::chrono::milliseconds(milliseconds));
  return std::exchange(records_, {});
}

Workers::Workers(const casefile::StudyFile& study, CaseQueue& queue, int n_workers)
    : queue_(queue), n_at_work_(n_workers) {
  for (int i = 0; i < n_workers; ++i) {
    threads_.emplace_back([this, &study, &queue] {
      work(study, queue);
      --n_at_work_;
    });
  }
}

Workers::~Workers() { queue_.stop(); }

}  // namespace tread::sweep
