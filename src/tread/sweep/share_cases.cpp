#include "tread/sweep/share_cases.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <sstream>
#include <thread>

#include "tread/core/errors.hpp"
#include "tread/sweep/case_queue.hpp"

namespace tread::sweep {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr int k_patience_alone = 20;      // ms between looks at the terminal
constexpr int k_patience_of_several = 1;  // ms: others may wait for an answer
constexpr Milliseconds k_sign_of_life(500);

// What processes say to each other, a line of words and then records:
//   to the first:    at_work IDENTITY N_WANTED | leaving | failed WHY
//   from the first:  work N N N ... | wait | end | stop
// Every at_work is answered once.

struct Letter {
  std::string head;  // the first line
  std::string rest;
};

Letter letter_of(const std::string& bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  return {bytes.substr(0, end), bytes.substr(std::min(end + 1, bytes.size()))};
}

std::vector<CaseRecord> records_in(std::string_view text) {
  std::vector<CaseRecord> records;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    if (std::optional<CaseRecord> record = record_of(text.substr(0, end))) {
      records.push_back(std::move(*record));
    }
    text.remove_prefix(end);
  }
  return records;
}

/// The first process: cases out, records in.
class Leader {
 public:
  Leader(const casefile::StudyFile& study, FinishedCases& finished, Ranks& ranks, int n_workers,
         Observer& observer)
      : finished_(finished),
        ranks_(ranks),
        observer_(observer),
        n_others_(ranks.size() - 1),
        n_lent_(static_cast<std::size_t>(ranks.size()), 0) {
    if (n_others_ > 0) identity_ = identity_of(study);
    std::vector<std::size_t> pending;
    for (std::size_t i = 0; i < finished.records().size(); ++i) {
      if (finished.records()[i].state == CaseRow::State::missing) pending.push_back(i);
    }
    n_pending_ = pending.size();
    n_left_ = n_pending_;
    queue_.fill(pending);
    queue_.close();
    queue_.set_n_workers(n_workers * ranks.size());
  }

  SolveStatus run(const casefile::StudyFile& study, int n_workers) {
    const Workers workers(study, queue_, n_workers);
    const int patience = n_others_ > 0 ? k_patience_of_several : k_patience_alone;
    while (n_left_ > 0 || n_others_ > 0) {
      for (CaseRecord& record : queue_.collect(patience)) keep(std::move(record));
      serve();
      tell();
      if (!is_stopped_ && observer_.stop_requested()) stop();
      if (is_stopped_ && n_others_ == 0 && workers.are_done()) break;
    }
    for (CaseRecord& record : queue_.collect(0)) keep(std::move(record));
    if (failure_) std::rethrow_exception(failure_);
    return n_left_ == 0 ? SolveStatus::converged : SolveStatus::stopped;
  }

 private:
  void stop() {
    is_stopped_ = true;
    queue_.stop();
  }

  /// The others must hear that it is over before anything is thrown.
  void fail(std::exception_ptr failure) {
    if (!failure_) failure_ = std::move(failure);
    stop();
  }

  void keep(CaseRecord record) {
    if (failure_) return;
    try {
      finished_.add(std::move(record));
      --n_left_;
    } catch (const IoError&) {
      fail(std::current_exception());
    }
  }

  void serve() {
    while (std::optional<Ranks::Message> message = ranks_.received()) {
      const Letter letter = letter_of(message->bytes);
      std::istringstream words(letter.head);
      std::string verb;
      words >> verb;
      for (CaseRecord& record : records_in(letter.rest)) {
        --n_lent_[static_cast<std::size_t>(message->from)];
        keep(std::move(record));
      }
      if (verb == "at_work") {
        answer(message->from, words);
        continue;
      }
      --n_others_;
      // Somebody stopped it: what it was at is for the next run.
      if (n_lent_[static_cast<std::size_t>(message->from)] > 0) stop();
      if (verb == "failed") {
        fail(std::make_exception_ptr(ModelError(
            fmt::format("process {} cannot take part: {}", message->from, letter.rest))));
      }
    }
  }

  void answer(int rank, std::istringstream& words) {
    std::string identity;
    int n_wanted = 0;
    words >> identity >> n_wanted;
    if (identity != identity_) {
      fail(std::make_exception_ptr(ModelError(
          fmt::format("process {} has another study or another version of tread\n  hint: give all "
                      "processes the same program and the same files",
                      rank))));
    }
    if (is_stopped_) return ranks_.send(rank, "stop");
    if (n_wanted == 0) return ranks_.send(rank, "wait");
    const std::vector<std::size_t> cases = queue_.take_at_once(n_wanted);
    n_lent_[static_cast<std::size_t>(rank)] += static_cast<long>(cases.size());
    ranks_.send(rank, cases.empty() ? "end" : fmt::format("work {}", fmt::join(cases, " ")));
  }

  void tell() {
    const std::size_t n_done = n_pending_ - n_left_;
    const double fraction =
        n_pending_ == 0 ? 1 : static_cast<double>(n_done) / static_cast<double>(n_pending_);
    observer_.on_progress(fraction, fmt::format("cases, {} of {} finished", finished_.n_finished(),
                                                finished_.records().size()));
  }

  FinishedCases& finished_;
  Ranks& ranks_;
  Observer& observer_;
  CaseQueue queue_;
  std::string identity_;
  std::size_t n_pending_ = 0;
  std::size_t n_left_ = 0;
  int n_others_ = 0;
  std::vector<long> n_lent_;  // cases that each process has and has not brought back
  bool is_stopped_ = false;
  std::exception_ptr failure_;
};

/// Any other process: keeps its workers busy.
class Follower {
 public:
  Follower(const casefile::StudyFile& study, Ranks& ranks, Observer& observer)
      : identity_(identity_of(study)), ranks_(ranks), observer_(observer) {}

  void run(const casefile::StudyFile& study, int n_workers) {
    queue_.set_n_workers(n_workers);
    const Workers workers(study, queue_, n_workers);
    while (!is_over_ || is_waiting_ || !workers.are_done()) {
      gather(k_patience_of_several);
      hear();
      if (observer_.stop_requested()) leave_off();
      if (!is_waiting_ && is_worth_a_letter()) write();
    }
    gather(0);
    ranks_.send(0, "leaving\n" + lines_);
  }

 private:
  void gather(int milliseconds) {
    for (const CaseRecord& record : queue_.collect(milliseconds)) lines_ += to_line(record);
  }

  bool is_worth_a_letter() const {
    return !lines_.empty() || (!is_over_ && queue_.n_waiting() > 0) ||
           Clock::now() - last_letter_ > k_sign_of_life;
  }

  void write() {
    const int n_wanted = is_over_ ? 0 : queue_.n_waiting();
    ranks_.send(0, fmt::format("at_work {} {}\n{}", identity_, n_wanted, lines_));
    lines_.clear();
    last_letter_ = Clock::now();
    is_waiting_ = true;
  }

  void hear() {
    const std::optional<Ranks::Message> message = ranks_.received();
    if (!message) return;
    is_waiting_ = false;
    std::istringstream words(message->bytes);
    std::string verb;
    words >> verb;
    if (verb == "work") {
      std::vector<std::size_t> cases;
      for (std::size_t i_case = 0; words >> i_case;) cases.push_back(i_case);
      queue_.fill(cases);
    } else if (verb == "end") {
      is_over_ = true;
      queue_.close();
    } else if (verb == "stop") {
      leave_off();
    }
  }

  void leave_off() {
    is_over_ = true;
    queue_.stop();
  }

  std::string identity_;
  Ranks& ranks_;
  Observer& observer_;
  CaseQueue queue_;
  std::string lines_;
  bool is_over_ = false;
  bool is_waiting_ = false;  // for an answer
  Clock::time_point last_letter_ = Clock::now();
};

}  // namespace

SolveStatus lead(const casefile::StudyFile& study, FinishedCases& finished, Ranks& ranks,
                 int n_workers, Observer& observer) {
  return Leader(study, finished, ranks, n_workers, observer).run(study, n_workers);
}

void follow(const casefile::StudyFile& study, Ranks& ranks, int n_workers, Observer& observer) {
  Follower(study, ranks, observer).run(study, n_workers);
}

void dismiss_all(Ranks& ranks) {
  for (int n_others = ranks.size() - 1; n_others > 0;) {
    const std::optional<Ranks::Message> message = ranks.received();
    if (!message) {
      std::this_thread::sleep_for(Milliseconds(k_patience_of_several));
    } else if (message->bytes.starts_with("at_work")) {
      ranks.send(message->from, "stop");
    } else {
      --n_others;
    }
  }
}

void excuse(Ranks& ranks, const std::string& why) { ranks.send(0, "failed\n" + why); }

}  // namespace tread::sweep
